import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuseScores, type VectorSide } from './fuse-scores.ts'

/** A side where the vector of each id points in the direction of a number. */
function sideOf(query: number, directions: Readonly<Record<number, number>>, share = 1): VectorSide {
  const towards = (angle: number): Float32Array => Float32Array.of(Math.cos(angle), Math.sin(angle))
  const distance = (angle: number): number => Math.abs(angle - query)
  const near = Object.keys(directions)
    .map(Number)
    .toSorted((one, other) => distance(directions[one] ?? 0) - distance(directions[other] ?? 0))
  const vectorOf = (id: number): Float32Array | null => {
    const angle = directions[id]
    return angle === undefined ? null : towards(angle)
  }
  return { query: towards(query), share, near, vectorOf }
}

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 15 })
const directions = fc.dictionary(
  fc.integer({ min: 0, max: 30 }).map(String),
  fc.double({ min: 0, max: 1.5, noNaN: true }),
  { maxKeys: 8 },
)
const shares = fc.double({ min: 0, max: 1, noNaN: true })
const toRanks = (words: readonly number[]) => words.map((id, rank) => ({ id, score: 10 / (rank + 1) }))

test('the first of every list scores 1, and nothing scores more', () => {
  expect(fuseScores(toRanks([3, 1]), sideOf(0, { 3: 0, 2: 1 }, 0.4))[0]).toEqual({ id: 3, score: 1 })
  expect(fuseScores(toRanks([3]), null)).toEqual([{ id: 3, score: 1 }])
  expect(fuseScores([], sideOf(0, { 2: 1 }, 0.1))).toEqual([{ id: 2, score: 1 }])
  expect(fuseScores([], null)).toEqual([])
  fc.assert(
    fc.property(ids, directions, shares, (words, angles, share) => {
      for (const { score } of fuseScores(toRanks(words), sideOf(0.7, angles, share))) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1 + 1e-9)
      }
    }),
  )
})

test('chunks without vectors keep their order and score by keywords', () => {
  fc.assert(
    fc.property(ids, directions, shares, (words, angles, share) => {
      const fused = fuseScores(toRanks(words), sideOf(0.7, angles, share))
      const waiting = words.filter(id => angles[id] === undefined)
      const alone = fuseScores(toRanks(words), null).filter(({ id }) => waiting.includes(id))
      expect(fused.filter(({ id }) => waiting.includes(id))).toEqual(alone)
    }),
  )
})

test('a library that is hardly embedded is ranked by keywords', () => {
  const fused = fuseScores(toRanks([1, 2, 3, 4, 5]), sideOf(0, { 9: 0, 5: 0.1 }, 0.01))

  expect(fused.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 9])
})

test('the best results rank their like higher, and a few candidates leave the query as it is', () => {
  const like = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at + 10, 0.6 + at / 100]))
  const angles = { 1: 0.3, 2: 0.31, 3: 0.32, 4: -0.59, ...like }

  const many = fuseScores([], sideOf(0, angles)).map(({ id }) => id)
  const few = fuseScores([], sideOf(0, { 1: 0.3, 2: 0.31, 3: 0.32, 4: -0.59, 10: 0.6 })).map(({ id }) => id)

  expect(many.indexOf(10)).toBeLessThan(many.indexOf(4))
  expect(few.indexOf(4)).toBeLessThan(few.indexOf(10))
})
