/** The visible part of the plane. The layout is within −1…1; y points up, as in a plot. */
export interface Camera {
  /** The point at the center of the canvas. */
  readonly x: number
  readonly y: number
  /** 1: the whole layout fits; 2: half of it. */
  readonly zoom: number
}

/** Of the canvas, in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const wholeView: Camera = { x: 0, y: 0, zoom: 1 }
export const zoomMax = 400
const zoomMin = 0.5
// Space for the points at the edge, and for the group names above them.
const marginPixels = 28

/** CSS pixels per layout unit. */
export function pixelsPerUnit({ zoom }: Camera, { width, height }: Size): number {
  return (Math.max(Math.min(width, height) - 2 * marginPixels, 8) / 2) * zoom
}

export function toScreen(point: Point, camera: Camera, size: Size): Point {
  const scale = pixelsPerUnit(camera, size)
  return {
    x: size.width / 2 + (point.x - camera.x) * scale,
    y: size.height / 2 - (point.y - camera.y) * scale,
  }
}

export function toPlane(point: Point, camera: Camera, size: Size): Point {
  const scale = pixelsPerUnit(camera, size)
  return {
    x: camera.x + (point.x - size.width / 2) / scale,
    y: camera.y - (point.y - size.height / 2) / scale,
  }
}

/** Pans the view by pixels. */
export function panBy(camera: Camera, dx: number, dy: number, size: Size): Camera {
  const scale = pixelsPerUnit(camera, size)
  return bounded({ ...camera, x: camera.x - dx / scale, y: camera.y + dy / scale })
}

/** Zooms while the point under the pointer stays in place. */
export function zoomAt(camera: Camera, factor: number, at: Point, size: Size): Camera {
  const zoom = Math.min(zoomMax, Math.max(zoomMin, camera.zoom * factor))
  const before = toPlane(at, camera, size)
  const after = toPlane(at, { ...camera, zoom }, size)
  return bounded({ x: camera.x + before.x - after.x, y: camera.y + before.y - after.y, zoom })
}

// Limited so that some points stay visible.
function bounded({ x, y, zoom }: Camera): Camera {
  return { x: Math.min(1, Math.max(-1, x)), y: Math.min(1, Math.max(-1, y)), zoom }
}
