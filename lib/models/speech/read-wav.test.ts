import { expect, test } from 'vitest'
import { readWav } from './read-wav.ts'

interface Header {
  readonly coding?: number
  readonly channels?: number
  readonly rate?: number
  readonly bits?: number
}

function wav(
  samples: readonly number[],
  { coding = 1, channels = 1, rate = 16_000, bits = 16 }: Header = {},
): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(coding, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt16LE(bits, 14)
  const data = Buffer.alloc(samples.length * 2)
  for (const [at, sample] of samples.entries()) data.writeInt16LE(sample, at * 2)
  const chunk = (name: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.write(name)
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const chunks = [chunk('fmt ', format), chunk('LIST', Buffer.from('odd')), chunk('data', data)]
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), ...chunks])
}

test('samples are between −1 and 1, whatever chunks come first', () => {
  expect([...readWav(wav([0, 16_384, -32_768]))]).toEqual([0, 0.5, -1])
})

test('an unknown length in the header is replaced by the file size', () => {
  const bytes = wav([1, 2])
  bytes.writeUInt32LE(0xff_ff_ff_ff, bytes.length - 8)

  expect(readWav(bytes)).toHaveLength(2)
})

test.each([
  ['another rate', wav([0], { rate: 44_100 })],
  ['two channels', wav([0, 0], { channels: 2 })],
  ['another coding', wav([0], { coding: 3 })],
  ['no WAV', Buffer.from('ID3 and more of it')],
  ['nothing', Buffer.alloc(0)],
])('%s is rejected', (_, bytes) => {
  expect(() => readWav(bytes)).toThrow(expect.objectContaining({ code: 'invalid_value' }))
})
