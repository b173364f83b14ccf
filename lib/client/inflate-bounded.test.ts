import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inflateBounded } from './inflate-bounded.ts'

test('what fits is inflated to its last byte', async () => {
  const text = `${'a'.repeat(999)}é`

  expect(await inflateBounded(pack(text), 1001)).toBe(text)
})

test('one byte more is refused', async () => {
  await expect(inflateBounded(pack('a'.repeat(1002)), 1001)).rejects.toThrow(RangeError)
})

test('half a gigabyte in a few hundred kilobytes is refused without being inflated', async () => {
  const bomb = pack(Buffer.alloc(500_000_000))
  const before = process.memoryUsage().rss

  await expect(inflateBounded(bomb, 1_000_000)).rejects.toThrow(RangeError)

  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test.each([
  ['damaged data', new Uint8Array([255, 255, 255])],
  ['text that is not UTF-8', pack(Buffer.from([0xc3, 0x28]))],
])('%s is refused', async (_what, packed) => {
  await expect(inflateBounded(packed, 1000)).rejects.toThrow(TypeError)
})

function pack(content: string | Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(deflateRawSync(content))
}
