import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from '#components/map/model/__fixtures__/addresses.ts'
import { siteOf } from '#components/map/model/__fixtures__/map-links.ts'
import { squarify, type Box } from './squarify.ts'
import { treemapLayout } from './treemap-layout.ts'

const frame = { root: -1, width: 800, height: 600, depth: 3, counts: null }
const areaOf = ({ width, height }: Box) => width * height

test('pieces fill the box, in proportion to their weights', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(
      weights,
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1, max: 2000 }),
      (list, width, height) => {
        const sorted = list.toSorted((a, b) => b - a)

        const boxes = squarify(sorted, { x: 5, y: 7, width, height })

        const total = sorted.reduce((sum, weight) => sum + weight, 0)
        expect(boxes).toHaveLength(sorted.length)
        boxes.forEach((box, at) => {
          expect(areaOf(box)).toBeCloseTo((width * height * (sorted[at] ?? 0)) / total, 3)
          expect(isWithin(box, { x: 5, y: 7, width, height })).toBe(true)
          for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBeLessThan(1e-3)
        })
      },
    ),
  )
})

test('pieces are roughly square', () => {
  const boxes = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 600, height: 400 })

  const ratios = boxes.map(({ width, height }) => Math.max(width / height, height / width))
  expect(Math.max(...ratios)).toBeLessThan(3)
})

test('folders are sized by their number of links, and nested in their parents', () => {
  const { tree } = siteOf([
    'https://a.test/x/1',
    'https://a.test/x/2',
    'https://a.test/x/3',
    'https://b.test/y',
  ])

  const cells = treemapLayout(tree, frame)

  const [a, b] = cells
  expect(cells.map(({ level, count }) => [level, count])).toEqual([
    [1, 3],
    [1, 1],
    [2, 3],
    [2, 1],
    [3, 1],
    [3, 1],
    [3, 1],
  ])
  expect(a && b && areaOf(a) / areaOf(b)).toBeCloseTo(3)
  expect(cells.slice(2).map(cell => cells.findIndex(each => isWithin(cell, each)))).toEqual([0, 1, 0, 0, 0])
})

test('a folder can be the root, and a filter limits the counts', () => {
  const { tree } = siteOf(['https://a.test/x/1', 'https://a.test/x/2', 'https://a.test/y/1'])
  const x = tree.parent(tree.node(0))

  const inside = treemapLayout(tree, { ...frame, root: x, counts: tree.countMarked(Uint8Array.of(1, 0, 1)) })

  expect(inside).toEqual([
    { kind: 'node', node: tree.node(0), level: 1, count: 1, x: 0, y: 0, width: 800, height: 600 },
  ])
})

test('pieces too small to see are merged into one with their number', () => {
  const { tree } = siteOf(
    Array.from({ length: 20_000 }, (_, at) => `https://a.test/${at < 15_000 ? 'big/' : ''}${at}`),
  )

  const cells = treemapLayout(tree, { ...frame, root: tree.find(['a.test']) })

  const more = cells.find(cell => cell.kind === 'more' && cell.level === 1)
  expect(more).toMatchObject({ kind: 'more', count: 5000, nodes: 5000 })
})

test('there are never more pieces than requested, and none outside or missing', () => {
  fc.assert(
    fc.property(
      addresses,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 900 }),
      (urls, cellsMax, width) => {
        const { tree } = siteOf(urls)

        const cells = treemapLayout(tree, { ...frame, width, depth: 9, cellsMax })

        expect(cells.length).toBeLessThanOrEqual(cellsMax)
        const top = cells.filter(({ level }) => level === 1)
        expect(top.reduce((sum, { count }) => sum + count, 0)).toBe(width === 0 ? 0 : urls.length)
        for (const cell of cells) expect(isWithin(cell, { x: 0, y: 0, width, height: 600 })).toBe(true)
      },
    ),
  )
})

function isWithin(inner: Box, outer: Box): boolean {
  const slack = 1e-6
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  )
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width <= 0 || height <= 0 ? 0 : width * height
}
