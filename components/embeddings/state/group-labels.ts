import type { GroupLabel } from '#components/embeddings/scatter/draw-marks.ts'
import { hiddenLook } from '#components/embeddings/scatter/look.ts'
import type { ColoredRows } from './color-rows.ts'

// More names than this hide the points they name.
const labelsMax = 24
// A column may hold whole sentences.
const labelLengthMax = 40

/** The name of each group at the middle of its visible points; none for a single group, or for the steps of a figure. */
export function groupLabels(
  { entries, categories, scale }: ColoredRows,
  layout: Float32Array,
  looks: Uint8Array,
): readonly GroupLabel[] {
  if (scale || entries.length < 2) return []
  return entries.slice(0, labelsMax).flatMap(({ label, category }) => {
    const xs: number[] = []
    const ys: number[] = []
    for (let row = 0; row < categories.length; row += 1) {
      if (categories[row] !== category || looks[row] === hiddenLook) continue
      xs.push(layout[2 * row] ?? 0)
      ys.push(layout[2 * row + 1] ?? 0)
    }
    if (xs.length === 0) return []
    return [{ text: shorten(label), x: median(xs), y: median(ys), weight: xs.length }]
  })
}

function shorten(label: string): string {
  return label.length <= labelLengthMax ? label : `${label.slice(0, labelLengthMax - 1)}…`
}

// One text far away must not pull a name off its group.
function median(values: readonly number[]): number {
  const sorted = Float32Array.from(values).toSorted()
  return sorted[sorted.length >> 1] ?? 0
}
