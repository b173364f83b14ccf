import { expect, test } from 'vitest'
import { isOpen, openTo, setOpen, openSiblings } from './expansion.ts'
import { SiteTree } from './site-tree.ts'

test('all siblings of a node are expanded, those already expanded stay so, and no other node changes', () => {
  const tree = SiteTree.empty().grow([
    'https://a.example/x/1',
    'https://a.example/y/2/3',
    'https://a.example/z',
  ])
  const [x = -1, y = -1, z = -1] = tree.children(tree.children(-1)[0] ?? -1)
  const opened = openSiblings(setOpen(openTo(1), tree, x, true), tree, z)
  expect([x, y].map(node => isOpen(opened, tree, node))).toEqual([true, true])
  expect(isOpen(opened, tree, tree.children(y)[0] ?? -1)).toBe(false)
  expect(opened.toggled.has(z)).toBe(false)
})
