import { expect, test } from 'vitest'
import { colorRows } from './color-rows.ts'
import { looksOf, visiblePositions, groupLabels } from '#components/embeddings/use-plot.ts'
import { toLook } from '#components/embeddings/scatter/draw-points.ts'

const rowsOf = (...groups: readonly (string | null)[]) =>
  groups.map((group, index) => ({ text: `text ${index}`, group, line: index + 1 }))
const none = { clusters: { state: 'none' }, fidelity: { state: 'none' } } as const

test('groups are named and counted, largest first, and texts without one are separate', () => {
  const { entries, categories } = colorRows(rowsOf('a', 'b', 'b', null), none, 'group')

  expect(entries.map(({ label, count }) => [label, count])).toEqual([
    ['b', 2],
    ['a', 1],
    ['no group', 1],
  ])
  expect([...categories]).toEqual([1, 0, 0, 2])
})

test('clusters with the same words are listed one by one', () => {
  const cluster = (id: number) => ({ id, size: 1, words: ['tide', 'moon'], centreRow: id })
  const result = { assignments: Int32Array.of(0, 1, 0), clusters: [cluster(0), cluster(1)], silhouette: 0 }
  const clusters = { state: 'done', result } as const

  const { entries, categories } = colorRows(rowsOf(null, null, null), { ...none, clusters }, 'cluster')

  expect(entries.map(({ label, count }) => [label, count])).toEqual([
    ['tide, moon', 2],
    ['tide, moon (2)', 1],
  ])
  expect([...categories]).toEqual([0, 1, 0])
})

test('groups beyond the distinguishable number share the last color, and none is lost', () => {
  const rows = rowsOf(...Array.from({ length: 500 }, (_, index) => `group ${index % 100}`))

  const { entries, categories, swatches } = colorRows(rows, none, 'group')

  expect(entries.at(-1)).toMatchObject({ label: 'others', count: 500 - 63 * 5 })
  expect(entries.reduce((sum, entry) => sum + entry.count, 0)).toBe(500)
  expect(Math.max(...categories)).toBeLessThan(swatches(false).length)
})

test('fidelity is colored in steps of a fifth, and unmeasured rows have their own color', () => {
  const result = { shares: Float32Array.of(0, 0.5, 1, Number.NaN), mean: 0.5, k: 10, sample: null }
  const fidelity = { state: 'done', result: { ...result, layout: new Float32Array(8) } } as const

  const { entries, categories, swatches } = colorRows(
    rowsOf(null, null, null, null),
    { ...none, fidelity },
    'trust',
  )

  expect(entries.map(entry => entry.label)).toEqual(['0–19%', '40–59%', '80–100%', 'not measured'])
  expect(new Set(categories).size).toBe(4)
  expect(Math.max(...categories)).toBeLessThan(swatches(true).length)
})

test('rows without coordinates, and hidden groups, are neither drawn nor found', () => {
  const colored = colorRows(rowsOf('a', 'b', 'b'), none, 'group')
  const layout = Float32Array.of(0, 0, 1, 1, Number.NaN, Number.NaN)

  const looks = looksOf(colored, layout, new Set(['a']), null)

  expect([...looks]).toEqual([0, toLook('plain', 0), 0])
  expect([...visiblePositions(layout, looks)].filter(value => !Number.isNaN(value))).toEqual([1, 1])
  expect([...looksOf(colored, layout, new Set(), new Set([0]))]).toEqual([
    toLook('strong', 1),
    toLook('dimmed', 0),
    0,
  ])
})

test('a group name is among its points, whatever the outliers', () => {
  const colored = colorRows(rowsOf('a', 'a', 'a', 'b'), none, 'group')
  const layout = Float32Array.of(0, 0, 0.1, 0, 1, 1, -1, -1)

  const [first] = groupLabels(colored, layout, looksOf(colored, layout, new Set(), null))

  expect(first).toMatchObject({ text: 'a', weight: 3 })
  expect(first?.x).toBeCloseTo(0.1, 5)
})
