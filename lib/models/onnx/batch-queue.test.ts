import { expect, test } from 'vitest'
import { createBatchQueue } from './batch-queue.ts'

test('a batch has as many texts as its tokens allow, and as many for each thread', () => {
  const queue = createBatchQueue()
  queue.add('k', createCall([10, 10, 10, 10, 10, 10, 10, 500, 500, 500]))

  expect(take(queue, { tokensMax: 25, parallel: 1 })).toEqual([10, 10, 10])
  expect(take(queue, { tokensMax: 25, parallel: 2 })).toEqual([10, 10, 10, 10])
  expect(take(queue, { tokensMax: 25, parallel: 2 })).toEqual([500, 500])
  expect(queue.waiting).toBe(true)
  expect(take(queue, { tokensMax: 25, parallel: 2 })).toEqual([500])
  expect(queue.waiting).toBe(false)
})

test('keys take turns, and the calls of a key', () => {
  const queue = createBatchQueue()
  queue.add('busy', createCall([1, 2, 3]))
  queue.add('busy', createCall([4, 5]))
  queue.add('guest', createCall([6, 7]))

  expect(take(queue, { tokensMax: 1000, parallel: 1 })).toEqual([1, 6, 4, 7, 2, 5, 3])
})

test('a call that has been removed is given out no more, and the others are', () => {
  const queue = createBatchQueue()
  const [gone, kept] = [createCall([1, 2, 3]), createCall([4])]
  queue.add('k', gone)
  queue.add('k', kept)
  expect(take(queue, { tokensMax: 1, parallel: 1 })).toEqual([1])
  queue.remove('k', gone)
  queue.remove('k', gone)

  expect(take(queue, { tokensMax: 1000, parallel: 1 })).toEqual([4])
  queue.remove('nobody', kept)
  expect(queue.waiting).toBe(false)
})

test('every text is named by its place in its call', () => {
  const queue = createBatchQueue()
  const call = createCall([5, 5])
  queue.add('k', call)
  const items = queue.take({ tokensMax: 1000, parallel: 1 })

  expect(items.map(({ position }) => position)).toEqual([0, 1])
  expect(items.every(item => item.call === call && item.sequence === call.sequences[item.position])).toBe(
    true,
  )
})

function createCall(lengths: readonly number[]) {
  return { sequences: lengths.map(length => ({ ids: new Int32Array(length), secondStart: length })) }
}

function take(
  queue: ReturnType<typeof createBatchQueue>,
  size: { tokensMax: number; parallel: number },
): number[] {
  return queue.take(size).map(({ sequence }) => sequence.ids.length)
}
