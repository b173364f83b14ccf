import { expect, test } from 'vitest'
import { startTravel, createPainter } from './scatter.ts'
import fc from 'fast-check'
import { type Picture, toLook } from './draw-points.ts'
import { categorySwatch } from './palette.ts'
import { createStamp } from './stamp.ts'

test('points start at their old position, end at the new one, and are in between on the way', () => {
  const travel = startTravel(Float32Array.of(0, 1), Float32Array.of(1, -1), 1000, 200)

  expect([...travel.at(1000)]).toEqual([0, 1])
  const [x = 0, y = 0] = travel.at(1100)
  expect(x > 0 && x < 1 && y < 1 && y > -1).toBe(true)
  expect(travel.done(1199)).toBe(false)
  expect([...travel.at(1300)]).toEqual([1, -1])
  expect(travel.done(1200)).toBe(true)
})

const size = { width: 40, height: 30 }
const ground = 0xffffffff
const blank = (): Picture => ({ ...size, pixels: new Uint32Array(size.width * size.height) })
const stamps = Object.assign(
  [],
  Object.fromEntries(
    [0, 1, 2].map(category => [
      toLook(category === 2 ? 'strong' : 'plain', category),
      createStamp({
        swatch: categorySwatch(category, false),
        radius: 2.5 + category,
        outline: 1,
        ink: [0, 0, 0],
        ground: [255, 255, 255],
        strength: 1,
      }),
    ]),
  ),
)
const points = {
  positions: Float32Array.from({ length: 240 }, (_, index) => Math.sin(index * 7.3) * 2),
  looks: Uint8Array.from({ length: 120 }, (_, point) =>
    toLook(point % 3 === 2 ? 'strong' : 'plain', point % 3),
  ),
  stamps,
}

test('a panned image equals a redrawn one, pixel by pixel', () => {
  const shift = fc.integer({ min: -60, max: 60 })
  fc.assert(
    fc.property(fc.array(fc.tuple(shift, shift), { maxLength: 6 }), shifts => {
      const panned = blank()
      const painter = createPainter()
      let view = { left: 20, top: 15, scale: 18.7 }
      painter.paint(panned, points, view, ground)
      for (const [dx, dy] of shifts) {
        view = { ...view, left: view.left + dx, top: view.top + dy }
        painter.paint(panned, points, view, ground)
      }

      const drawn = blank()
      createPainter().paint(drawn, points, view, ground)

      expect(panned.pixels).toEqual(drawn.pixels)
    }),
  )
})

test('other looks, zoom, background or positions trigger a redraw', () => {
  const painter = createPainter()
  const picture = blank()
  const view = { left: 20, top: 15, scale: 18.7 }
  const fresh = (changed: typeof points, at: typeof view, color: number) => {
    const other = blank()
    createPainter().paint(other, changed, at, color)
    return other.pixels
  }
  painter.paint(picture, points, view, ground)

  const looks = points.looks.map(() => toLook('plain', 1))
  painter.paint(picture, { ...points, looks }, view, ground)
  expect(picture.pixels).toEqual(fresh({ ...points, looks }, view, ground))

  painter.paint(picture, points, { ...view, scale: 9 }, 0xff000000)
  expect(picture.pixels).toEqual(fresh(points, { ...view, scale: 9 }, 0xff000000))

  const moving = { ...points, positions: points.positions.slice() }
  painter.paint(picture, moving, view, ground)
  moving.positions.fill(0.5)
  painter.forget()
  painter.paint(picture, moving, view, ground)
  expect(picture.pixels).toEqual(fresh(moving, view, ground))
})
