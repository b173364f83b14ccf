export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Divides a box among weights, each piece as close to a square as its row allows.
 * @param weights above 0, the largest first
 * @returns a box for each, in their order; together they fill the box
 * @see Bruls, Huizing, van Wijk: Squarified Treemaps, 2000
 */
export function squarify(weights: readonly number[], box: Box): readonly Box[] {
  const boxes: Box[] = []
  let left = weights.reduce((sum, weight) => sum + weight, 0)
  let rest = box
  for (let from = 0; from < weights.length;) {
    const to = endOfRow(weights, from, rest, left)
    const row = weights.slice(from, to)
    const taken = row.reduce((sum, weight) => sum + weight, 0)
    const last = to === weights.length
    const share = last || left <= 0 ? 1 : taken / left
    const wide = rest.width >= rest.height
    const strip = wide ? { ...rest, width: rest.width * share } : { ...rest, height: rest.height * share }
    boxes.push(...divide(row, strip, { taken, down: wide }))
    rest = wide
      ? { ...rest, x: rest.x + strip.width, width: rest.width - strip.width }
      : { ...rest, y: rest.y + strip.height, height: rest.height - strip.height }
    left -= taken
    from = to
  }
  return boxes
}

/** A row grows as long as its worst aspect ratio does not increase. */
function endOfRow(weights: readonly number[], from: number, box: Box, total: number): number {
  const side = Math.min(box.width, box.height)
  const area = (box.width * box.height) / total
  const largest = (weights[from] ?? 0) * area
  let sum = largest
  let worst = worstRatio(largest, largest, sum, side)
  for (let to = from + 1; to < weights.length; to += 1) {
    const next = (weights[to] ?? 0) * area
    const ratio = worstRatio(largest, next, sum + next, side)
    if (ratio > worst) return to
    worst = ratio
    sum += next
  }
  return weights.length
}

function worstRatio(largest: number, smallest: number, sum: number, side: number): number {
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest))
}

/** A strip along the shorter side of the remaining box, with its pieces. */
function divide(
  row: readonly number[],
  strip: Box,
  { taken, down }: { readonly taken: number; readonly down: boolean },
): readonly Box[] {
  const boxes: Box[] = []
  let before = 0
  for (const weight of row) {
    const [from, size] = [before / taken, weight / taken]
    boxes.push(
      down
        ? { ...strip, y: strip.y + strip.height * from, height: strip.height * size }
        : { ...strip, x: strip.x + strip.width * from, width: strip.width * size },
    )
    before += weight
  }
  return boxes
}
