import type { SiteTree } from './site-tree.ts'
import type { VisibleRows } from './visible-rows.ts'

/**
 * Type-ahead target: the next row, wrapping around, whose name starts with the text.
 * @param from the active row; with a single letter the search starts after it, so that repeating the letter
 *   continues
 * @returns -1 without a match
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
