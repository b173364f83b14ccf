import type { SiteTree } from './site-tree.ts'
import type { VisibleRows } from './visible-rows.ts'

/**
 * The row that typing leads to: the next one, around the end, whose name begins with the text.
 * @param from the active row; with a text of one letter the search begins behind it, so that a letter again goes on
 * @returns -1 where there is none
 */
export function findRow(rows: VisibleRows, tree: SiteTree, text: string, from: number): number {
  const wanted = text.toLowerCase()
  const first = wanted.length === 1 ? from + 1 : Math.max(0, from)
  for (let step = 0; step < rows.length; step += 1) {
    const at = (first + step) % rows.length
    if (tree.label(rows.node(at)).toLowerCase().startsWith(wanted)) return at
  }
  return -1
}
