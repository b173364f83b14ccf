import { describe, expect, test } from 'vitest'
import { drain } from '#components/embeddings/model/__fixtures__/drain.ts'
import { topicRows, usable } from '#components/embeddings/model/__fixtures__/vector-sets.ts'
import { projectByUmap, fitToSquare } from './project-by-umap.ts'
import { umapDefaults, umapPointsMax } from './umap-layout.ts'

const noGroups = (count: number) => Array.from({ length: count }, () => null)

describe('a UMAP layout', () => {
  test('keeps topics together and apart from each other, deterministic by seed', () => {
    const vectors = usable(topicRows(4, 25, 16))
    const first = drain(projectByUmap(vectors, noGroups(100), umapDefaults))
    const second = drain(projectByUmap(vectors, noGroups(100), umapDefaults))

    expect(first.sample).toBeNull()
    expect(second).toEqual(first)
    expect(Math.max(...first.layout.map(Math.abs))).toBeCloseTo(1, 6)
    expect(nearestOfSameTopic(first.layout, 25)).toBe(1)
  })

  test('equal vectors and few rows are handled', () => {
    const { layout } = drain(
      projectByUmap(
        usable([
          [1, 0],
          [1, 0],
          [1, 0],
          [0, 1],
        ]),
        noGroups(4),
        umapDefaults,
      ),
    )

    expect([...layout].every(Number.isFinite)).toBe(true)
  })

  test('fewer than four rows are rejected with a reason', () => {
    const vectors = usable([[1, 0], [0, 1], null])

    expect(() => drain(projectByUmap(vectors, noGroups(2), umapDefaults))).toThrow(
      'UMAP needs at least 4 texts with a vector; there are 2.',
    )
  })

  test('above the limit a stratified sample is laid out and the rest is placed near its neighbors', () => {
    const perTopic = umapPointsMax / 4 + 60
    const rows = topicRows(4, perTopic, 12)
    const groups = rows.map((_, row) => `topic ${Math.floor(row / perTopic)}`)
    const { layout, sample } = drain(projectByUmap(usable(rows), groups, { ...umapDefaults, neighbours: 6 }))

    expect(sample).toEqual({ size: umapPointsMax, of: rows.length, seed: umapDefaults.seed })
    expect([...layout].every(value => value >= -1 && value <= 1)).toBe(true)
    expect(nearestOfSameTopic(layout, perTopic)).toBeGreaterThan(0.99)
  }, 60_000)
})

/** Share of points whose nearest point is of their own topic. */
function nearestOfSameTopic(layout: Float32Array, perTopic: number): number {
  const count = layout.length / 2
  let same = 0
  for (let row = 0; row < count; row += 1) {
    let [nearest, best] = [-1, Infinity]
    for (let other = 0; other < count; other += 1) {
      const square =
        ((layout[row * 2] ?? 0) - (layout[other * 2] ?? 0)) ** 2 +
        ((layout[row * 2 + 1] ?? 0) - (layout[other * 2 + 1] ?? 0)) ** 2
      if (other === row || square >= best) continue
      nearest = other
      best = square
    }
    if (Math.floor(row / perTopic) === Math.floor(nearest / perTopic)) same += 1
  }
  return same / count
}

test('the wider axis fills −1…1, the other keeps its proportion around the middle', () => {
  expect(fitToSquare(Float32Array.of(10, 5, 30, 5, 20, 15))).toEqual(
    Float32Array.of(-1, -0.5, 1, -0.5, 0, 0.5),
  )
})

test('coincident points are in the middle', () => {
  expect(fitToSquare(Float32Array.of(7, 7, 7, 7))).toEqual(new Float32Array(4))
})
