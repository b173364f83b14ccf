import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuseRanks } from './fuse-ranks.ts'

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 15 })

test('the first of every list scores 1, and nothing scores more', () => {
  expect(fuseRanks([3, 1], { ids: [3, 2], share: 0.4, has: () => true })[0]).toEqual({ id: 3, score: 1 })
  expect(fuseRanks([3], null)).toEqual([{ id: 3, score: 1 }])
  expect(fuseRanks([], { ids: [2], share: 0.1, has: () => true })).toEqual([{ id: 2, score: 1 }])
  fc.assert(
    fc.property(ids, ids, fc.double({ min: 0, max: 1, noNaN: true }), (words, near, share) => {
      const fused = fuseRanks(words, { ids: near, share, has: id => near.includes(id) })
      for (const { score } of fused) expect(score).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})

test('chunks without vectors keep their order by keywords, and nothing embedded passes them without a better rank', () => {
  fc.assert(
    fc.property(ids, ids, fc.double({ min: 0, max: 1, noNaN: true }), (words, near, share) => {
      const fused = fuseRanks(words, { ids: near, share, has: id => near.includes(id) }).map(({ id }) => id)
      const waiting = words.filter(id => !near.includes(id))
      expect(fused.filter(id => waiting.includes(id))).toEqual(waiting)
      for (const id of waiting) {
        const rank = words.indexOf(id)
        const passing = words.slice(rank + 1).filter(other => fused.indexOf(other) < fused.indexOf(id))
        for (const other of passing) expect(near.indexOf(other)).toBeLessThan(rank)
      }
    }),
  )
})

test('a library that is hardly embedded is ranked by keywords', () => {
  const words = [1, 2, 3, 4, 5]
  const fused = fuseRanks(words, { ids: [9, 5], share: 0.01, has: id => id === 9 || id === 5 })

  expect(fused.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 9])
})
