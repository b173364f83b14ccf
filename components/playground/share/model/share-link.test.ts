import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test, describe } from 'vitest'
import { ShareLinkError } from '#lib/contracts/console/shared-request.ts'
import {
  linkLengthMax,
  readShareLink,
  toShareable,
  toShareLink as pack,
  inflateBounded,
} from './share-link.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'

const toShareLink = (draft: Draft) => pack(toShareable(draft))

test('any draft survives a round trip', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), async written => {
      // Values that JSON cannot represent (-0, a prototype) cannot occur in a draft.
      const body = JSON.parse(JSON.stringify(written)) as Record<string, unknown>
      fc.pre(!JSON.stringify(body).includes('__proto__'))

      const link = await toShareLink({ contract: 'chat', body })

      if (link.kind === 'too-large') return
      expect(link.fragment).toMatch(/^#v1\.[\w-]+$/)
      expect(await readShareLink(link.fragment, ['chat'])).toEqual({ contract: 'chat', body })
    }),
    { numRuns: 100 },
  )
})

test('other columns, API formats and playground state survive a round trip', async () => {
  const draft = {
    contract: 'rerank',
    body: { query: 'q' },
    others: [{ query: 'q', model: 'b' }],
    apiFormats: ['messages', 'chat'],
    view: { grades: { x: 3 } },
  }

  const link = await toShareLink(draft)

  if (link.kind !== 'link') throw new Error('it fits into a link')
  expect(await readShareLink(link.fragment, ['rerank'])).toEqual(draft)
})

test('a draft that packs to more than 8 KB makes no link', async () => {
  const content = Array.from({ length: 20_000 }, () => Math.random().toString(36)[3]).join('')

  expect(await toShareLink({ contract: 'chat', body: { content } })).toMatchObject({
    kind: 'too-large',
    lengthMax: linkLengthMax,
  })
})

test('other fragments are ignored', async () => {
  expect(await readShareLink('', ['chat'])).toBeNull()
  expect(await readShareLink('#section', ['chat'])).toBeNull()
  expect(await readShareLink('#v2.abc', ['chat'])).toBeNull()
})

const nested = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`

test.each([
  ['random letters', '#v1.abcdefgh'],
  ['letters that are not base64url', '#v1.%20%20'],
  ['nothing', '#v1.'],
  ['an array', packed('[]')],
  ['text that is not JSON', packed('{"contract":')],
  ['no draft', packed('{"contract":"chat"}')],
  ['an unknown playground', packed('{"contract":"admin","draft":{}}')],
  ['a prototype', packed('{"contract":"chat","draft":{"__proto__":{"x":1}}}')],
  ['too deep a nesting', packed(`{"contract":"chat","draft":${nested}}`)],
  ['a bomb', packed(`{"contract":"chat","draft":{"a":"${'a'.repeat(2_000_000)}"}}`)],
  ['more than 8 KB', `#v1.${'A'.repeat(9000)}`],
  ['broken UTF-8', `#v1.${deflateRawSync(Buffer.from([0x7b, 0xff, 0xfe])).toString('base64url')}`],
])('a fragment with %s is rejected with a reason', async (_what, fragment) => {
  await expect(readShareLink(fragment, ['chat'])).rejects.toThrow(ShareLinkError)
})

test('brackets within text do not count as nesting', async () => {
  const body = { messages: [{ content: `${'[{'.repeat(50)} "\\` }] }

  const link = await toShareLink({ contract: 'chat', body })

  expect(link.kind === 'link' && (await readShareLink(link.fragment, ['chat']))).toEqual({
    contract: 'chat',
    body,
  })
})

test('a comparison includes every column, without keys', async () => {
  const draft = {
    contract: 'chat',
    body: { model: 'a' },
    others: [{ model: 'b' }, { model: 'sk-0123456789abcdefghij' }],
  }

  const shareable = toShareable(draft)
  const link = await pack(shareable)

  expect(shareable).toMatchObject({ secretsRemoved: 1, filesRemoved: 0 })
  expect(link.kind === 'link' && (await readShareLink(link.fragment, ['chat']))).toEqual({
    ...draft,
    others: [{ model: 'b' }, { model: '[key removed]' }],
  })
})

test('an image in a message is left out of the link and counted', () => {
  const content = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }]

  const { request, filesRemoved } = toShareable({ contract: 'chat', body: { messages: [{ content }] } })

  expect(request.draft).toEqual({ messages: [{ content: [] }] })
  expect(filesRemoved).toBe(1)
})

test.each(['a', '\\', '"', '{', '\n'])('nearly a megabyte of %j in a link opens', async character => {
  const body = { content: character.repeat(450_000) }

  const link = await toShareLink({ contract: 'chat', body })

  expect(link.kind === 'link' && (await readShareLink(link.fragment, ['chat']))).toEqual({
    contract: 'chat',
    body,
  })
})

function packed(json: string): string {
  return `#v1.${deflateRawSync(json).toString('base64url')}`
}

describe('inflate bounded', () => {
  test('data within the limit is inflated completely', async () => {
    const text = `${'a'.repeat(999)}é`

    expect(await inflateBounded(pack(text), 1001)).toBe(text)
  })

  test('one byte over the limit is rejected', async () => {
    await expect(inflateBounded(pack('a'.repeat(1002)), 1001)).rejects.toThrow(RangeError)
  })

  test('half a gigabyte in a few hundred kilobytes is rejected without inflating it', async () => {
    const bomb = pack(Buffer.alloc(500_000_000))
    const before = process.memoryUsage().rss

    await expect(inflateBounded(bomb, 1_000_000)).rejects.toThrow(RangeError)

    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  test.each([
    ['damaged data', new Uint8Array([255, 255, 255])],
    ['text that is not UTF-8', pack(Buffer.from([0xc3, 0x28]))],
  ])('%s is rejected', async (_what, packed) => {
    await expect(inflateBounded(packed, 1000)).rejects.toThrow(TypeError)
  })

  function pack(content: string | Buffer): Uint8Array<ArrayBuffer> {
    return new Uint8Array(deflateRawSync(content))
  }
})
