import { expect, test } from 'vitest'
import { openTo } from '#components/map/model/tree/expansion.ts'
import { SiteTree } from '#components/map/model/tree/site-tree.ts'
import { visibleRows } from '#components/map/model/tree/visible-rows.ts'
import { toTreeAction } from './tree-key.ts'

// a.example, then docs (expanded) with one and two, then zoo.
const tree = SiteTree.empty().grow([
  'https://a.example/docs/one',
  'https://a.example/docs/two',
  'https://a.example/zoo',
])
const rows = visibleRows(tree, openTo(2), null)
const press = (key: string, at: number, more: { mod?: boolean; shift?: boolean } = {}) =>
  toTreeAction({ key, mod: false, shift: false, ...more }, at, rows, tree)

test('arrow keys move between rows and stop at both ends', () => {
  expect(press('ArrowDown', 0)).toEqual({ kind: 'go', index: 1 })
  expect(press('ArrowUp', 0)).toEqual({ kind: 'go', index: 0 })
  expect(press('End', 0)).toEqual({ kind: 'go', index: rows.length - 1 })
  expect(press('ArrowDown', rows.length - 1)).toEqual({ kind: 'go', index: rows.length - 1 })
})

test('right expands a collapsed node, enters an expanded one, and does nothing on a leaf', () => {
  const shut = visibleRows(tree, openTo(1), null)
  const docs = shut.node(1)
  expect(toTreeAction({ key: 'ArrowRight', mod: false, shift: false }, 1, shut, tree)).toEqual({
    kind: 'fold',
    node: docs,
    open: true,
  })
  expect(press('ArrowRight', 1)).toEqual({ kind: 'go', index: 2 })
  expect(press('ArrowRight', 2)).toBeNull()
})

test('left collapses an expanded node, and moves from a leaf to its folder', () => {
  expect(press('ArrowLeft', 1)).toEqual({ kind: 'fold', node: rows.node(1), open: false })
  expect(press('ArrowLeft', 2)).toEqual({ kind: 'go', index: 1 })
})

test('Enter reads a page, Shift+Enter opens it, and both toggle a folder without a page', () => {
  expect(press('Enter', 2)).toEqual({ kind: 'read', node: rows.node(2) })
  expect(press('Enter', 2, { shift: true })).toEqual({ kind: 'visit', node: rows.node(2) })
  expect(press('Enter', 1)).toEqual({ kind: 'fold', node: rows.node(1), open: false })
})

test('with a modifier only "select all" is handled: the rest belongs to the page', () => {
  expect(press('a', 0, { mod: true })).toEqual({ kind: 'mark-all' })
  expect(press('Enter', 2, { mod: true })).toBeNull()
  expect(press('ArrowDown', 0, { mod: true })).toBeNull()
})
