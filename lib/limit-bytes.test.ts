import { expect, test } from 'vitest'
import { limitBytes } from './limit-bytes.ts'

const tooLarge = () => new Error('over 4 bytes')

test('a body of exactly the maximum is whole', async () => {
  const { body, closed } = bodyOf([1, 2], [3, 4])

  const parts = await Array.fromAsync(limitBytes(body, 4, tooLarge))

  expect(parts.map(part => [...part])).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(await closed).toBe(2)
})

test('one byte more is an error, and the rest is not read', async () => {
  const { body, closed } = bodyOf([1, 2], [3, 4, 5], [6])

  await expect(Array.fromAsync(limitBytes(body, 4, tooLarge))).rejects.toThrow('over 4 bytes')

  expect(await closed).toBe(2)
})

test('a reader that leaves closes the body', async () => {
  const { body, closed } = bodyOf([1], [2], [3])

  for await (const _ of limitBytes(body, 4, tooLarge)) break

  expect(await closed).toBe(1)
})

/** `closed` resolves with the number of parts that were read. */
function bodyOf(...parts: number[][]) {
  const closed = Promise.withResolvers<number>()
  async function* read() {
    let count = 0
    try {
      for (const part of parts) {
        count += 1
        yield Uint8Array.from(part)
      }
    } finally {
      closed.resolve(count)
    }
  }
  return { body: read(), closed: closed.promise }
}
