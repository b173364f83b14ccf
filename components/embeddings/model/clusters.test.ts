import { describe, expect, test } from 'vitest'
import { drain } from './__fixtures__/drain.ts'
import { topicRows, usable, vectorSet } from './__fixtures__/vector-sets.ts'
import { toUsableVectors } from './analysis/usable-vectors.ts'
import { findClusters, typicalWords, readWords, meanSilhouette } from './clusters.ts'

const noGroups = (count: number) => Array.from({ length: count }, () => null)
const topics = ['invoice refund', 'password login', 'parcel courier', 'crash screen']
const textOf = (row: number) => `the ${topics[Math.floor(row / 30)] ?? ''} number ${row} and more`
const rows = topicRows(4, 30, 16)

describe('clusters', () => {
  test('four clear topics are found without a given number, and named by their words', () => {
    const { assignments, clusters, silhouette } = drain(
      findClusters(usable(rows), noGroups(120), textOf, { k: 'auto', seed: 3 }),
    )

    expect(clusters.map(({ size }) => size)).toEqual([30, 30, 30, 30])
    expect(clusters.map(({ words }) => words.toSorted().join(' '))).toEqual([
      'invoice refund',
      'login password',
      'courier parcel',
      'crash screen',
    ])
    rows.forEach((_, row) => expect(assignments[row]).toBe(Math.floor(row / 30)))
    expect(silhouette).toBeGreaterThan(0.9)
  })

  test('the requested number is returned, largest first, each with a central row', () => {
    const { assignments, clusters } = drain(
      findClusters(usable(rows.slice(0, 75)), noGroups(75), textOf, { k: 3, seed: 3 }),
    )

    expect(clusters.map(({ id, size }) => [id, size])).toEqual([
      [0, 30],
      [1, 30],
      [2, 15],
    ])
    for (const { id, centreRow } of clusters) expect(assignments[centreRow]).toBe(id)
  })

  test('they are deterministic by seed', () => {
    const find = (seed: number) => drain(findClusters(usable(rows), noGroups(120), textOf, { k: 7, seed }))

    expect(find(1)).toEqual(find(1))
  })

  test('rows without a vector are in none', () => {
    const set = toUsableVectors(vectorSet([null, ...rows]))
    const { assignments, clusters } = drain(findClusters(set, noGroups(120), textOf, { k: 4, seed: 3 }))

    expect(assignments[0]).toBe(-1)
    expect(clusters.reduce((sum, { size }) => sum + size, 0)).toBe(120)
  })

  test('large sets are evaluated on a sample and assigned completely', () => {
    const many = topicRows(3, 400, 8)
    const { assignments, clusters } = drain(
      findClusters(usable(many), noGroups(1_200), () => '', { k: 'auto', seed: 3 }),
    )

    expect(clusters.map(({ size }) => size)).toEqual([400, 400, 400])
    expect([...assignments]).toEqual(many.map((_, row) => Math.floor(row / 400)))
  })

  test('more clusters than rows, and equal rows, are handled', () => {
    const equal = Array.from({ length: 5 }, () => [1, 0])
    const { clusters } = drain(findClusters(usable(equal), noGroups(5), textOf, { k: 9, seed: 1 }))
    const alone = drain(findClusters(usable([[1, 0]]), [null], textOf, { k: 'auto', seed: 1 }))

    expect(clusters.reduce((sum, { size }) => sum + size, 0)).toBe(5)
    expect(alone.clusters).toMatchObject([{ id: 0, size: 1, centreRow: 0 }])
    expect(alone.silhouette).toBeNaN()
  })

  test('without vectors it fails with a reason', () => {
    expect(() => drain(findClusters(usable([null]), [], textOf, { k: 'auto', seed: 1 }))).toThrow(
      'There is no vector to cluster.',
    )
  })
})

const padded = (...texts: string[]) => [...texts, ...texts, ...texts]

test('words shared by all clusters are not distinctive, in any language', () => {
  const words = typicalWords([
    padded('ang pusa dito', 'ang pusa roon', 'ang itim pusa'),
    padded('ang tren dito', 'ang tren roon', 'ang itim tren'),
  ])

  expect(words).toEqual([['pusa'], ['tren']])
})

test('stop words are not distinctive, even in a single text', () => {
  const words = typicalWords([
    ['Where have they been?'],
    ['Wir sind nicht für den Zug'],
    ['What’s with the parcel'],
  ])

  expect(words).toEqual([[], ['zug'], ['parcel']])
})

test('in a small cluster, words of the central text come first', () => {
  const [words] = typicalWords([
    ['late parcel', 'missing letter'],
    ['red rose', 'red car'],
  ])

  expect(words).toEqual(['late', 'parcel', 'missing'])
})

test('words of a single text come last in a small cluster, and are not used in a large one', () => {
  const red = ['red rose', 'red car', 'red paint']
  const [small] = typicalWords([['huge whale', 'blue sky', 'blue paint'], red])
  const [large] = typicalWords([['huge whale', ...Array.from({ length: 60 }, () => 'blue')], red])

  expect(small).toEqual(['blue', 'huge', 'whale'])
  expect(large).toEqual(['blue'])
})

test('an empty cluster has no words', () => {
  expect(typicalWords([['', '!?'], ['some words here']])[0]).toEqual([])
})

test('words are found in any script, without numbers and punctuation', () => {
  expect(readWords('Größe 42: l’été naïve—co-op to')).toEqual(['größe', 'l’été', 'naïve', 'co-op'])
  expect(readWords('東京大学で研究する')).toContain('東京')
})

test('a repeated letter or stacked marks are not a word', () => {
  expect(readWords(`red ${'x'.repeat(500)} z${'\u0301'.repeat(300)} car`)).toEqual(['red', 'car'])
})

// Distances: 0.1 within {0, 1} and {2, 3}, 0.9 between them.
const similarities = Float32Array.of(1, 0.9, 0.1, 0.1, 0.9, 1, 0.1, 0.1, 0.1, 0.1, 1, 0.9, 0.1, 0.1, 0.9, 1)

test('clear clusters are near 1, by the formula (b − a) ÷ max(a, b)', () => {
  expect(meanSilhouette(similarities, Int32Array.of(0, 0, 1, 1), 2)).toBeCloseTo((0.9 - 0.1) / 0.9, 5)
})

test('wrong clusters are below 0', () => {
  const within = 0.9
  const between = (0.1 + 0.9) / 2

  expect(meanSilhouette(similarities, Int32Array.of(0, 1, 0, 1), 2)).toBeCloseTo(
    (between - within) / within,
    5,
  )
})

test('a row alone in its cluster counts as 0', () => {
  expect(meanSilhouette(Float32Array.of(1, 0, 0, 1), Int32Array.of(0, 1), 2)).toBe(0)
})

test('a single cluster gives NaN', () => {
  expect(meanSilhouette(similarities, Int32Array.of(0, 0, 0, 0), 1)).toBeNaN()
})
