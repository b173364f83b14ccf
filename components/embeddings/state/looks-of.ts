import { hiddenLook, toLook } from '#components/embeddings/scatter/look.ts'
import type { ColoredRows } from './color-rows.ts'

/**
 * How each row is drawn: not at all where it has no place or its entry of the legend is off, else plainly, or pushed
 * back beside those that are in focus.
 * @param focus null: nothing is
 */
export function looksOf(
  { categories, entries }: ColoredRows,
  layout: Float32Array,
  hidden: ReadonlySet<string>,
  focus: ReadonlySet<number> | null,
): Uint8Array {
  const off = new Set(entries.filter(entry => hidden.has(entry.key)).map(entry => entry.category))
  return categories.map((category, row) => {
    if (Number.isNaN(layout[2 * row]) || off.has(category)) return hiddenLook
    if (focus === null) return toLook('plain', category)
    return toLook(focus.has(row) ? 'strong' : 'dimmed', category)
  })
}

/** The layout with places only for what is drawn, so that nothing hidden is pointed at or selected. */
export function visiblePlaces(layout: Float32Array, looks: Uint8Array): Float32Array {
  return layout.map((value, index) => (looks[index >> 1] === hiddenLook ? Number.NaN : value))
}
