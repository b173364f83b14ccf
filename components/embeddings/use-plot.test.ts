import { expect, test } from 'vitest'
import { colorRows } from './state/color-rows.ts'
import { groupLabels } from './use-plot.ts'
import { hiddenLook, toLook } from './scatter/draw-points.ts'

const none = { state: 'none' } as const
const rows = ['a', 'a', 'a', 'b'].map((group, index) => ({ text: `text ${index}`, group, line: index + 1 }))
const layout = Float32Array.of(0, 0, 0.5, 0.25, 1, 0.5, -1, -1)
const plain = Uint8Array.from(rows, () => toLook('plain', 0))

test('a group name is at the center of its visible points', () => {
  const colored = colorRows(rows, { clusters: none, fidelity: none }, 'group')

  expect(groupLabels(colored, layout, plain)).toEqual([
    { text: 'a', x: 0.5, y: 0.25, weight: 3 },
    { text: 'b', x: -1, y: -1, weight: 1 },
  ])
  expect(groupLabels(colored, layout, plain.with(3, hiddenLook)).map(({ text }) => text)).toEqual(['a'])
})

test('a long name is truncated, so that it covers no other', () => {
  const long = rows.map(row => ({ ...row, group: row.group.repeat(5000) }))

  const [first] = groupLabels(colorRows(long, { clusters: none, fidelity: none }, 'group'), layout, plain)

  expect(first?.text).toBe(`${'a'.repeat(39)}…`)
})

test('fidelity steps are named in the legend only, since they are spread over the map', () => {
  const shares = Float32Array.of(0.1, 0.9, 0.1, 0.5)
  const fidelity = { state: 'done', result: { shares, mean: 0.4, k: 10, sample: null, layout } } as const

  const colored = colorRows(rows, { clusters: none, fidelity }, 'trust')

  expect(colored.entries.length).toBeGreaterThan(1)
  expect(groupLabels(colored, layout, plain)).toEqual([])
})

test('no name is drawn before the layout is computed', () => {
  const grouped = ['a', 'b'].map((group, index) => ({ text: group, group, line: index + 1 }))
  const colored = colorRows(grouped, { clusters: none, fidelity: none }, 'group')

  expect(groupLabels(colored, new Float32Array(), new Uint8Array(2))).toEqual([])
})
