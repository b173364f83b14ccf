import { type Area, drawPoints, type Picture, type Points, type Projection } from './draw-points.ts'

export interface Painter {
  /**
   * Brings a picture up to date. One that only moves keeps its pixels, and is drawn where it comes into sight: with
   * 100,000 points that is a tenth of the work.
   * @param ground colour of the empty picture
   */
  readonly paint: (picture: Picture, points: Points, view: Projection, ground: number) => void
  /** Draws everything the next time: the points themselves have moved, or the picture is another. */
  readonly forget: () => void
}

interface Painted {
  readonly picture: Picture
  readonly points: Points
  readonly view: Projection
  readonly ground: number
}

export function createPainter(): Painter {
  let last: Painted | null = null
  return {
    paint(picture, points, view, ground) {
      const next = { picture, points, view, ground }
      const areas = last !== null && isMoved(last, next) ? move(last, next) : [wholeOf(picture)]
      for (const area of areas) {
        clear(picture, area, ground)
        drawPoints(picture, points, view, area)
      }
      last = next
    },
    forget() {
      last = null
    },
  }
}

function isMoved(last: Painted, next: Painted): boolean {
  return (
    last.picture === next.picture &&
    last.ground === next.ground &&
    last.view.scale === next.view.scale &&
    last.points.positions === next.points.positions &&
    last.points.looks === next.points.looks &&
    last.points.stamps === next.points.stamps &&
    Math.abs(next.view.left - last.view.left) < next.picture.width / 2 &&
    Math.abs(next.view.top - last.view.top) < next.picture.height / 2
  )
}

/** Moves the pixels, and tells which came into sight. */
function move({ view: from }: Painted, { picture, view: to }: Painted): readonly Area[] {
  const { pixels, width, height } = picture
  const [dx, dy] = [to.left - from.left, to.top - from.top]
  const offset = dy * width + dx
  // What runs over at the sides comes out in the columns that are drawn anew.
  if (offset > 0) pixels.copyWithin(offset, 0, pixels.length - offset)
  if (offset < 0) pixels.copyWithin(0, -offset)
  const [y0, y1] = dy > 0 ? [dy, height] : [0, height + dy]
  const rows: Area = { x0: 0, x1: width, y0: dy > 0 ? 0 : y1, y1: dy > 0 ? y0 : height }
  const columns: Area = { x0: dx > 0 ? 0 : width + dx, x1: dx > 0 ? dx : width, y0, y1 }
  return [rows, columns].filter(area => area.x0 < area.x1 && area.y0 < area.y1)
}

function clear({ pixels, width }: Picture, { x0, y0, x1, y1 }: Area, ground: number): void {
  for (let y = y0; y < y1; y += 1) pixels.fill(ground, y * width + x0, y * width + x1)
}

function wholeOf({ width, height }: Picture): Area {
  return { x0: 0, y0: 0, x1: width, y1: height }
}
