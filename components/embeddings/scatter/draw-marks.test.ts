import { expect, test } from 'vitest'
import { placeLabels, type MeasuredLabel } from './draw-marks.ts'

const size = { width: 400, height: 300 }
const noPoints = { positions: new Float32Array(), radius: 5 }

function label(text: string, x: number, y: number, changes: Partial<MeasuredLabel> = {}): MeasuredLabel {
  return { text, x, y, weight: 1, width: 80, ...changes }
}

test('a name is centered on its group when nothing is in the way', () => {
  expect(placeLabels([label('a', 200, 150)], noPoints, size)).toMatchObject([{ text: 'a', x: 200, y: 150 }])
})

test('a name avoids the points of its group, as close to the center as possible', () => {
  const positions = Float32Array.of(190, 150, 210, 150)

  const [placed] = placeLabels([label('a', 200, 150)], { positions, radius: 5 }, size)

  expect(placed).toMatchObject({ x: 200, y: 134 })
})

test('among many points it covers the fewest', () => {
  const rows = [122, 134, 150, 166]
  const positions = Float32Array.from(rows.flatMap(y => [180, y, 200, y, 220, y]))

  const [placed] = placeLabels([label('a', 200, 150)], { positions, radius: 5 }, size)

  expect(placed?.y).toBe(190)
})

test('a name at the edge stays inside; one of an invisible group is not drawn', () => {
  const placed = placeLabels([label('right', 395, 2), label('gone', 450, 100)], noPoints, size)

  expect(placed).toMatchObject([{ text: 'right', x: 356, y: 8 }])
})

test('names never overlap: that of the smaller group moves, and is omitted without space', () => {
  const crowd = Array.from({ length: 9 }, (_, index) => label(`${index}`, 200, 150, { weight: index }))

  const placed = placeLabels(crowd, noPoints, size)

  expect(placed[0]).toMatchObject({ text: '8', y: 150 })
  expect(placed.length).toBeGreaterThan(2)
  const ys = placed.map(({ y }) => y).toSorted((a, b) => a - b)
  for (const [index, y] of ys.slice(1).entries()) expect(y - (ys[index] ?? 0)).toBeGreaterThanOrEqual(16)
})
