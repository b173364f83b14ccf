import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { gunzip } from './gunzip.ts'

const text = Array.from({ length: 3000 }, (_, at) => `line ${at} of a page\n`).join('')

describe('everything that could be decompressed is kept', () => {
  const packed = gzipSync(text)
  const named = Buffer.concat([
    packed.subarray(0, 3),
    Buffer.from([8]),
    packed.subarray(4, 10),
    Buffer.from('a.xml\0'),
    packed.subarray(10),
  ])

  test.each<[string, Buffer, string]>([
    ['one member', packed, text],
    ['a header with a name', named, text],
    ['two members', Buffer.concat([packed, gzipSync('more')]), `${text}more`],
    ['garbage at the end', Buffer.concat([packed, Buffer.from('garbage at the end')]), text],
    ['zeros at the end', Buffer.concat([packed, Buffer.alloc(20)]), text],
  ])('%s, in pieces of any size', async (_, bytes, expected) => {
    for (const size of [1, 7, bytes.length])
      expect(await unpack(pieces(bytes, size))).toEqual({ text: expected, error: null })
  })

  test('incomplete data is an error after its text', async () => {
    const { text: read, error } = await unpack(pieces(packed.subarray(0, -9), 100))

    expect(text.startsWith(read) && read.length > text.length - 200).toBe(true)
    expect(error).toBe('The gzip data is incomplete.')
  })

  test('an error of the source comes after the text before it', async () => {
    const { text: read, error } = await unpack(failing(packed.subarray(0, -20)))

    expect(read.length).toBeGreaterThan(text.length / 2)
    expect(error).toBe('broken')
  })

  test.each([
    ['no gzip data', Buffer.from('<urlset></urlset>'), 'This is not gzip data.'],
    [
      'a wrong checksum',
      Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8)]),
      'The gzip data is damaged.',
    ],
  ])('%s is an error', async (_, bytes, message) => {
    expect((await unpack(pieces(bytes, 100))).error).toBe(message)
  })
})

test('a reader that stops also stops the source', async () => {
  let closed = false
  const endless = async function* () {
    try {
      for (;;) yield gzipSync(text)
    } finally {
      closed = true
    }
  }

  for await (const _ of gunzip(endless())) break

  expect(closed).toBe(true)
})

async function unpack(source: AsyncIterable<Buffer>): Promise<{ text: string; error: string | null }> {
  const parts: Buffer[] = []
  try {
    for await (const part of gunzip(source)) parts.push(part)
  } catch (error) {
    return { text: Buffer.concat(parts).toString(), error: error instanceof Error ? error.message : '' }
  }
  return { text: Buffer.concat(parts).toString(), error: null }
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* failing(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
  throw new Error('broken')
}
