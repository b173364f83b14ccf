import { nextFocus } from '#components/ui/next-focus.ts'
import type { SiteTree } from '#components/map/model/tree/site-tree.ts'
import type { VisibleRows } from '#components/map/model/tree/visible-rows.ts'

/** The action of a key on a row of the tree, by the ARIA tree pattern. */
export type TreeAction =
  | { readonly kind: 'go'; /** Index of a row. */ readonly index: number }
  | { readonly kind: 'fold'; readonly node: number; readonly open: boolean }
  | { readonly kind: 'open-siblings'; readonly node: number }
  | { readonly kind: 'mark'; readonly node: number }
  | { readonly kind: 'read'; readonly node: number }
  | { readonly kind: 'visit'; readonly node: number }
  | { readonly kind: 'mark-all' }

export interface TreeKey {
  readonly key: string
  readonly mod: boolean
  readonly shift: boolean
}

/** Null for an unhandled key. */
export function toTreeAction(
  pressed: TreeKey,
  at: number,
  rows: VisibleRows,
  tree: SiteTree,
): TreeAction | null {
  const row = rows.row(at, tree)
  if (row === null) return null
  const { node, open } = row
  if (pressed.mod) return pressed.key.toLowerCase() === 'a' ? { kind: 'mark-all' } : null
  switch (pressed.key) {
    case 'ArrowRight':
      if (open === null) return null
      return open ? { kind: 'go', index: at + 1 } : { kind: 'fold', node, open: true }
    case 'ArrowLeft': {
      if (open === true) return { kind: 'fold', node, open: false }
      const above = rows.indexOf(tree.parent(node))
      return above === -1 ? null : { kind: 'go', index: above }
    }
    case 'Enter': {
      const isPage = tree.link(node) !== -1
      if (isPage) return { kind: pressed.shift ? 'visit' : 'read', node }
      return open === null ? null : { kind: 'fold', node, open: !open }
    }
    case ' ':
      return { kind: 'mark', node }
    case '*':
      return { kind: 'open-siblings', node }
    default: {
      const index = nextFocus(pressed.key, at, rows.length)
      return index === null ? null : { kind: 'go', index }
    }
  }
}
