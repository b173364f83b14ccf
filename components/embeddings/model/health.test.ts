import { describe, expect, test } from 'vitest'
import { drain } from './__fixtures__/drain.ts'
import { randomRows, textRows, l2Normalize, usable } from './__fixtures__/vector-sets.ts'
import { checkHealth } from './health.ts'

const check = (
  rows: readonly (readonly number[] | null)[],
  texts: readonly string[],
  windowTokens: number | null = null,
) => drain(checkHealth(usable(rows), textRows(texts), { windowTokens, seed: 1 }))
const letters = (count: number) => Array.from({ length: count }, (_, at) => `text ${at}`)

describe('health of vectors', () => {
  test('reports missing, non-finite and zero rows', () => {
    const health = check([[1, 0], null, [NaN, 1], [0, 0], [Infinity, 0], [0, 1]], letters(6))

    expect(health).toMatchObject({
      rows: 6,
      dimensions: 2,
      missing: [1],
      notFinite: [2, 4],
      zero: [3],
      norms: { min: 0, max: 1, unit: 2 },
    })
  })

  test('reports lengths, and how many are 1', () => {
    expect(
      check(
        [
          [3, 4],
          [0, 1],
          [1.0004, 0],
        ],
        letters(3),
      ).norms,
    ).toEqual({
      min: 1,
      mean: expect.closeTo((5 + 1 + 1.0004) / 3, 5),
      max: 5,
      unit: 2,
    })
    expect(check([null], ['a']).norms).toBeNull()
  })

  test('groups equal texts, and equal vectors of different texts', () => {
    const health = check(
      [
        [1, 0],
        [0, 1],
        [1, 0],
        [0, 1],
        [-1, 0],
      ],
      ['same', 'one', ' same ', 'other', 'else'],
    )

    expect(health.duplicateTexts).toEqual([[0, 2]])
    expect(health.duplicateVectors).toEqual([[1, 3]])
    expect(health.nearDuplicates).toEqual([])
  })

  test('vectors that differ in the last bit are near duplicates, not equal', () => {
    const [first = []] = randomRows(1, 8, 1)
    const twin = first.map((value, at) => (at === 0 ? value + 1e-6 : value))
    const health = check([first, twin], ['a', 'b'])

    expect(health.duplicateVectors).toEqual([])
    expect(health.nearDuplicates).toEqual([{ first: 0, second: 1, similarity: expect.closeTo(1, 5) }])
  })

  test('near duplicates are pairs above 0.98, most similar first', () => {
    const at = (cosine: number) => [cosine, Math.sqrt(1 - cosine * cosine), 0]
    const health = check([[1, 0, 0], at(0.99), l2Normalize([0, 0, 1]), at(0.97)], letters(4))

    expect(health.nearDuplicates.map(({ first, second }) => [first, second])).toEqual([
      [1, 3],
      [0, 1],
    ])
    expect(health.nearSample).toBeNull()
  })

  test('whitespace-only texts are empty, those longer than the context window probably truncated', () => {
    const texts = ['  ', 'short', 'x'.repeat(401), 'é'.repeat(201)]
    const rows = randomRows(4, 3, 1)

    expect(check(rows, texts, 100)).toMatchObject({ emptyTexts: [0], cutTexts: [2, 3], duplicateTexts: [] })
    expect(check(rows, texts).cutTexts).toEqual([])
  })
})
