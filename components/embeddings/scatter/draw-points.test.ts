import { expect, test } from 'vitest'
import { drawPoints, type Picture, toLook } from './draw-points.ts'
import { toPixel, type Rgb } from './palette.ts'
import { createStamp } from './stamp.ts'

const white: Rgb = [255, 255, 255]
const blue: Rgb = [0, 0, 200]
const red: Rgb = [200, 0, 0]
const view = { left: 10, top: 10, scale: 1 }
const whole = { x0: 0, y0: 0, x1: 21, y1: 21 }

function picture(): Picture {
  return { pixels: new Uint32Array(21 * 21).fill(toPixel(white)), width: 21, height: 21 }
}

function stamp(color: Rgb, radius = 2) {
  const style = { radius, outline: 0, ink: white, ground: white, strength: 1 }
  return createStamp({ ...style, swatch: { color, shape: 'square' } })
}

function at({ pixels, width }: Picture, x: number, y: number): number | undefined {
  return pixels[y * width + x]
}

test('a point colors the pixels around its position, y upward', () => {
  const paper = picture()
  const stamps = Object.assign([], { [toLook('plain', 0)]: stamp(blue) })

  drawPoints(
    paper,
    { positions: Float32Array.of(4, 5), looks: Uint8Array.of(toLook('plain', 0)), stamps },
    view,
    whole,
  )

  expect(at(paper, 14, 5)).toBe(toPixel(blue))
  expect(at(paper, 14, 15)).toBe(toPixel(white))
})

test('a hidden point is not drawn, and an emphasized one is on top of later points', () => {
  const paper = picture()
  const stamps = Object.assign([], { [toLook('strong', 1)]: stamp(red), [toLook('plain', 0)]: stamp(blue) })
  const looks = Uint8Array.of(toLook('strong', 1), toLook('plain', 0), toLook('hidden', 0))

  drawPoints(paper, { positions: Float32Array.of(0, 0, 0, 0, 6, 6), looks, stamps }, view, whole)

  expect(at(paper, 10, 10)).toBe(toPixel(red))
  expect(at(paper, 16, 4)).toBe(toPixel(white))
})

test('at the border a point is cut off, and never comes in on the other side', () => {
  const paper = picture()
  const stamps = Object.assign([], { [toLook('plain', 0)]: stamp(blue, 4) })
  const positions = Float32Array.of(10, 0, -10, 0, 0, 10, 0, -10, 500, 500)

  drawPoints(paper, { positions, looks: new Uint8Array(5).fill(toLook('plain', 0)), stamps }, view, whole)

  for (const [x, y] of [
    [20, 10],
    [0, 10],
    [10, 0],
    [10, 20],
  ] as const)
    expect(at(paper, x, y)).toBe(toPixel(blue))
  expect(at(paper, 10, 10)).toBe(toPixel(white))
})

test('an edge is blended with the pixels below, channel by channel', () => {
  const paper = picture()
  const grey: Rgb = [100, 150, 200]
  const half = {
    reach: 0,
    solid: new Int16Array(),
    solidColors: new Uint32Array(),
    edge: Int16Array.of(0, 0),
    edgeColors: Uint32Array.of(toPixel([50, 75, 100])),
    edgeKeeps: Uint16Array.of(128),
  }
  paper.pixels.fill(toPixel(grey))
  const stamps = Object.assign([], { [toLook('plain', 0)]: half })

  drawPoints(
    paper,
    { positions: Float32Array.of(0, 0), looks: Uint8Array.of(toLook('plain', 0)), stamps },
    view,
    whole,
  )

  expect(at(paper, 10, 10)).toBe(toPixel([100, 150, 200]))
})
