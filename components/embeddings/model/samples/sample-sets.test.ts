import { expect, test } from 'vitest'
import { sampleSets } from './sample-sets.ts'

test.each(sampleSets)(
  '$title has its documented count, no duplicates and a group for each text',
  async set => {
    const rows = await set.load()

    expect(rows).toHaveLength(set.count)
    expect(new Set(rows.map(({ text }) => text)).size).toBe(set.count)
    expect(rows.every(({ group }) => group !== null)).toBe(true)
    expect(rows.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 1))
  },
)

test('every group of a set has the same size', async () => {
  for (const set of sampleSets) {
    const sizes = Map.groupBy(await set.load(), ({ group }) => group)
      .values()
      .map(rows => rows.length)

    expect(new Set(sizes).size).toBe(1)
  }
})
