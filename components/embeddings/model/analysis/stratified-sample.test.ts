import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takeStratifiedSample } from './stratified-sample.ts'

const groupsOf = (...sizes: number[]) =>
  sizes.flatMap((size, group) => Array.from({ length: size }, () => `g${group}`))

describe('a stratified sample', () => {
  test('has each group by its share', () => {
    const groups = groupsOf(600, 300, 100)
    const taken = takeStratifiedSample(groups, 100, 7)
    const counts = Object.groupBy(taken, position => groups[position] ?? '')

    expect(Object.fromEntries(Object.entries(counts).map(([group, list]) => [group, list?.length]))).toEqual({
      g0: 60,
      g1: 30,
      g2: 10,
    })
  })

  test('has at least one of the smallest group', () => {
    const groups = groupsOf(5_000, 1)

    expect(takeStratifiedSample(groups, 50, 7)).toContain(5_000)
  })

  test('ignores 100,000 groups of one, without delay', () => {
    const groups = Array.from({ length: 100_000 }, (_, group) => `g${group}`)
    const taken = takeStratifiedSample(groups, 2_000, 7)

    expect(taken).toHaveLength(2_000)
    expect(Math.min(...taken)).toBeLessThan(1_000)
    expect(Math.max(...taken)).toBeGreaterThan(99_000)
  })

  test('is deterministic by seed, differs between seeds, and is never just the first ones', () => {
    const groups = groupsOf(1_000)
    const first = takeStratifiedSample(groups, 50, 1)

    expect(takeStratifiedSample(groups, 50, 1)).toEqual(first)
    expect(takeStratifiedSample(groups, 50, 2)).not.toEqual(first)
    expect(Math.max(...first)).toBeGreaterThan(500)
  })

  test('has its size, no duplicates, in order, whatever the groups', () => {
    const groups = fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e')), { maxLength: 60 })

    fc.assert(
      fc.property(groups, fc.integer({ min: 1, max: 70 }), fc.integer(), (list, size, seed) => {
        const taken = takeStratifiedSample(list, size, seed)

        expect(taken).toHaveLength(Math.min(size, list.length))
        expect(new Set(taken).size).toBe(taken.length)
        expect(taken).toEqual(taken.toSorted())
        expect(taken.every(position => position >= 0 && position < list.length)).toBe(true)
      }),
    )
  })
})
