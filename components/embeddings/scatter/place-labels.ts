import type { Place, Size } from './camera.ts'

/** A name that has its width, in CSS pixels of the canvas as all here. */
export interface MeasuredLabel extends Place {
  readonly text: string
  /** Points of the group: where names collide, the larger one stays. */
  readonly weight: number
  readonly width: number
}

export interface LabelledPoints {
  /** x and y by turns; empty where points are too many to make room for names. */
  readonly places: Float32Array
  readonly radius: number
}

export type PlacedLabel = Place & { readonly text: string }

const lineHeight = 16
const gap = 4
// A hidden point is worse than the next two places.
const hiddenCost = 3
// Above or below the middle of a group, the nearest first: farther away a name seems to belong to another group.
const shifts = [0, -16, 16, -28, 28, -40, 40]

/**
 * Finds each name a place near the middle of its group where it hides the fewest points, within the canvas and off
 * other names; the one that finds none is left out.
 */
export function placeLabels(
  labels: readonly MeasuredLabel[],
  points: LabelledPoints,
  size: Size,
): readonly PlacedLabel[] {
  const placed: MeasuredLabel[] = []
  for (const label of labels.toSorted((a, b) => b.weight - a.weight)) {
    const { x, y, width } = label
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue
    const options = shifts
      .map(shift => ({
        ...label,
        x: within(x, width / 2 + gap, size.width),
        y: within(y + shift, lineHeight / 2, size.height),
      }))
      .filter(option => !placed.some(other => collide(option, other)))
      .map((option, order) => ({ option, cost: hiddenCost * countHidden(option, points) + order }))
    const best = options.toSorted((a, b) => a.cost - b.cost)[0]
    if (best) placed.push(best.option)
  }
  return placed
}

function within(value: number, margin: number, length: number): number {
  return Math.max(Math.min(value, length - margin), Math.min(margin, length / 2))
}

function collide(a: MeasuredLabel, b: MeasuredLabel): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 + 2 * gap && Math.abs(a.y - b.y) < lineHeight
}

function countHidden({ x, y, width }: MeasuredLabel, { places, radius }: LabelledPoints): number {
  let hidden = 0
  for (let index = 0; index < places.length; index += 2) {
    const dx = Math.abs((places[index] ?? Number.NaN) - x)
    const dy = Math.abs((places[index + 1] ?? Number.NaN) - y)
    if (dx < width / 2 + radius && dy < lineHeight / 2 + radius) hidden += 1
  }
  return hidden
}
