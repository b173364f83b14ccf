import type { Place, Size } from './camera.ts'
import { placeLabels, type LabelledPoints } from './place-labels.ts'
import type { ScatterTheme } from './theme.ts'

/** A name in the middle of a group. */
export interface GroupLabel {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Points of the group: where names collide, the larger one stays. */
  readonly weight: number
}

const font = '600 12px ui-sans-serif, system-ui, sans-serif'

/** Writes the names that have room, off the points where that can be; places are pixels of the canvas in CSS. */
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
  { x, y }: Place,
  radius: number,
  color: string,
): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.lineWidth = 2
  context.strokeStyle = color
  context.stroke()
}

/** Lines from a point to its neighbours. */
export function drawLinks(
  context: CanvasRenderingContext2D,
  from: Place,
  to: readonly Place[],
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

/** The area that is being drawn. */
export function drawArea(
  context: CanvasRenderingContext2D,
  corners: readonly Place[],
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
