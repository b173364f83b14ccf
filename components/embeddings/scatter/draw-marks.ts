import type { Point, Size } from './camera.ts'
import type { ScatterTheme } from './theme.ts'

/** A name at the center of a group. */
export interface GroupLabel {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Number of points of the group: where names collide, the larger one stays. */
  readonly weight: number
}

const font = '600 12px "Inter Variable", ui-sans-serif, system-ui, sans-serif'

/** Draws the names that fit, avoiding points if possible; coordinates are CSS pixels of the canvas. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  labels: readonly GroupLabel[],
  { points, size, theme }: { points: LabelledPoints; size: Size; theme: ScatterTheme },
): void {
  context.font = font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 4
  context.strokeStyle = theme.groundCss
  context.fillStyle = theme.inkCss
  const measured = labels.map(label => ({ ...label, width: context.measureText(label.text).width }))
  for (const { text, x, y } of placeLabels(measured, points, size)) {
    context.strokeText(text, x, y)
    context.fillText(text, x, y)
  }
}

export function drawRing(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  radius: number,
  color: string,
): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.lineWidth = 2
  context.strokeStyle = color
  context.stroke()
}

/** Lines from a point to its neighbors. */
export function drawLinks(
  context: CanvasRenderingContext2D,
  from: Point,
  to: readonly Point[],
  color: string,
): void {
  context.beginPath()
  for (const { x, y } of to) {
    context.moveTo(from.x, from.y)
    context.lineTo(x, y)
  }
  context.lineWidth = 1
  context.strokeStyle = color
  context.globalAlpha = 0.45
  context.stroke()
  context.globalAlpha = 1
}

/** The area selection in progress. */
export function drawArea(
  context: CanvasRenderingContext2D,
  corners: readonly Point[],
  theme: ScatterTheme,
): void {
  const [first, ...others] = corners
  if (first === undefined) return
  context.beginPath()
  context.moveTo(first.x, first.y)
  for (const { x, y } of others) context.lineTo(x, y)
  context.closePath()
  context.globalAlpha = 0.12
  context.fillStyle = theme.accentCss
  context.fill()
  context.globalAlpha = 1
  context.lineWidth = 1.5
  context.strokeStyle = theme.accentCss
  context.stroke()
}

/** A name with its width; all in CSS pixels of the canvas. */
export interface MeasuredLabel extends Point {
  readonly text: string
  /** Number of points of the group: where names collide, the larger one stays. */
  readonly weight: number
  readonly width: number
}

interface LabelledPoints {
  /** Interleaved x and y; empty when there are too many points to avoid. */
  readonly positions: Float32Array
  readonly radius: number
}

type PlacedLabel = Point & { readonly text: string }

const lineHeight = 16
const gap = 4
// Covering a point is worse than moving two positions.
const hiddenCost = 3
// Above or below the center of a group, nearest first: farther away a name seems to belong to another group.
const shifts = [0, -16, 16, -28, 28, -40, 40]

/**
 * Finds a position for each name near the center of its group that covers the fewest points, within the
 * canvas and without overlapping names; names without one are omitted.
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

function countHidden({ x, y, width }: MeasuredLabel, { positions, radius }: LabelledPoints): number {
  let hidden = 0
  for (let index = 0; index < positions.length; index += 2) {
    const dx = Math.abs((positions[index] ?? Number.NaN) - x)
    const dy = Math.abs((positions[index + 1] ?? Number.NaN) - y)
    if (dx < width / 2 + radius && dy < lineHeight / 2 + radius) hidden += 1
  }
  return hidden
}
