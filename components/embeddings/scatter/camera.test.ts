import fc from 'fast-check'
import { expect, test } from 'vitest'
import { panBy, toPlane, toScreen, wholeView, zoomAt, zoomMax } from './camera.ts'

const size = { width: 600, height: 400 }
const camera = fc.record({
  x: fc.double({ min: -1, max: 1, noNaN: true }),
  y: fc.double({ min: -1, max: 1, noNaN: true }),
  zoom: fc.double({ min: 0.5, max: 50, noNaN: true }),
})
const point = fc.record({ x: fc.integer({ min: 0, max: 600 }), y: fc.integer({ min: 0, max: 400 }) })

test('the initial view shows the whole layout, y upward', () => {
  for (const corner of [-1, 1]) {
    const { x, y } = toScreen({ x: corner, y: corner }, wholeView, size)
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(600)
    expect(y).toBe(200 - corner * 172)
  }
})

test('screen and plane coordinates convert both ways', () => {
  fc.assert(
    fc.property(camera, point, (view, at) => {
      const back = toScreen(toPlane(at, view, size), view, size)
      expect(back.x).toBeCloseTo(at.x, 6)
      expect(back.y).toBeCloseTo(at.y, 6)
    }),
  )
})

test('zooming keeps the point under the pointer, unless the edge of the plane is reached', () => {
  const before = { x: 0.2, y: -0.1, zoom: 3 }
  const at = { x: 420, y: 120 }

  const after = zoomAt(before, 2, at, size)

  expect(after.zoom).toBe(6)
  const [from, to] = [toPlane(at, before, size), toPlane(at, after, size)]
  expect(to.x).toBeCloseTo(from.x, 9)
  expect(to.y).toBeCloseTo(from.y, 9)
})

test('a point moves as far as the pointer, to the right and down', () => {
  const before = toScreen({ x: 0, y: 0 }, wholeView, size)

  const after = toScreen({ x: 0, y: 0 }, panBy(wholeView, 30, 12, size), size)

  expect(after.x - before.x).toBeCloseTo(30, 9)
  expect(after.y - before.y).toBeCloseTo(12, 9)
})

test('the center stays within the layout and the zoom within its limits', () => {
  fc.assert(
    fc.property(camera, fc.integer(), fc.integer(), (view, dx, dy) => {
      const { x, y } = panBy(view, dx, dy, size)
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1)
    }),
  )
  expect(zoomAt(wholeView, 1e9, { x: 0, y: 0 }, size).zoom).toBe(zoomMax)
  expect(zoomAt(wholeView, 1e-9, { x: 0, y: 0 }, size).zoom).toBe(0.5)
})
