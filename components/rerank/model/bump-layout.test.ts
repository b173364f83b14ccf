import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBumpLayout, toBumpPath } from './bump-layout.ts'
import type { RankedColumn } from './ranked-column.ts'

function columnOf(label: string, order: readonly number[], count: number): RankedColumn {
  const hits = order.map((index, rank) => ({ index, score: 1 / (rank + 1) }))
  const ranks = Array.from({ length: count }, (_, index) =>
    order.includes(index) ? order.indexOf(index) + 1 : null,
  )
  return { id: label, label, run: null, hits, ranks, scores: ranks, scoreMax: 1, ranking: null }
}

test('each document goes from its input row to its rank; unreturned ones follow below', () => {
  const layout = toBumpLayout([columnOf('a', [2, 0], 4)], 4)

  expect(layout.axes).toEqual(['Input', 'a'])
  expect(layout.lines.map(({ points }) => points.map(({ row }) => row))).toEqual([
    [0, 1],
    [1, 2],
    [2, 0],
    [3, 3],
  ])
  expect(layout.lines.map(({ points }) => points[1]?.returned)).toEqual([true, false, true, false])
})

test('a ranking without a response has no axis', () => {
  expect(toBumpLayout([columnOf('a', [], 2)], 2).axes).toEqual(['Input'])
})

test('a path is level at both axes', () => {
  const [line] = toBumpLayout([columnOf('a', [1, 0], 2)], 2).lines
  if (!line) throw new Error('there are two documents')

  expect(toBumpPath(line, 100, 20)).toBe('M 0 10 C 50 10 50 30 100 30')
})

test('on every axis each row is used once', () => {
  const orders = fc.integer({ min: 1, max: 12 }).chain(count =>
    fc.tuple(
      fc.constant(count),
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, index) => index),
        { minLength: 1 },
      ),
    ),
  )
  fc.assert(
    fc.property(orders, ([count, order]) => {
      const { lines } = toBumpLayout([columnOf('a', order, count)], count)
      expect(lines.map(({ points }) => points[1]?.row).toSorted((a = 0, b = 0) => a - b)).toEqual(
        Array.from({ length: count }, (_, row) => row),
      )
    }),
  )
})
