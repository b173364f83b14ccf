import { expect, test, vi } from 'vitest'
import { type GestureEvents, listenForGestures, type Tool } from './gestures.ts'

const plain = { pointerId: 1, button: 0, shiftKey: false, metaKey: false, ctrlKey: false }

function open(tool: Tool = 'pan') {
  const canvas = Object.assign(new EventTarget(), { setPointerCapture: () => {} })
  const events = {
    tool: () => tool,
    onPan: vi.fn<GestureEvents['onPan']>(),
    onZoom: vi.fn<GestureEvents['onZoom']>(),
    onHover: vi.fn<GestureEvents['onHover']>(),
    onClick: vi.fn<GestureEvents['onClick']>(),
    onArea: vi.fn<GestureEvents['onArea']>(),
    onAreaEnd: vi.fn<GestureEvents['onAreaEnd']>(),
  }
  // Only the events of a canvas are needed.
  const stop = listenForGestures(canvas as unknown as HTMLCanvasElement, events)
  const fire = (name: string, x: number, y: number, more: object = {}) => {
    const event = new Event(name, { cancelable: true })
    canvas.dispatchEvent(Object.assign(event, { ...plain, offsetX: x, offsetY: y, ...more }))
    return event
  }
  return { events, fire, stop }
}

test('dragging pans the map by the distance of the pointer', () => {
  const { events, fire } = open()

  fire('pointerdown', 10, 10)
  fire('pointermove', 30, 15)
  fire('pointermove', 31, 25)
  fire('pointerup', 31, 25)

  const { calls } = events.onPan.mock
  expect(calls.reduce((sum, [dx]) => sum + dx, 0)).toBe(21)
  expect(calls.reduce((sum, [, dy]) => sum + dy, 0)).toBe(15)
  expect(events.onClick).not.toHaveBeenCalled()
})

test('a press with little movement is a click, with Shift it extends the selection', () => {
  const { events, fire } = open()

  fire('pointerdown', 10, 10)
  fire('pointermove', 12, 11)
  fire('pointerup', 12, 11)
  fire('pointerdown', 50, 50, { shiftKey: true })
  fire('pointerup', 50, 50, { shiftKey: true })

  expect(events.onPan).not.toHaveBeenCalled()
  expect(events.onClick.mock.calls).toEqual([
    [{ x: 12, y: 11 }, false],
    [{ x: 50, y: 50 }, true],
  ])
})

test('Shift draws a rectangle, the lasso follows the pointer', () => {
  const shift = open()
  shift.fire('pointerdown', 10, 20, { shiftKey: true })
  shift.fire('pointermove', 40, 60)
  shift.fire('pointerup', 40, 60)
  expect(shift.events.onAreaEnd.mock.calls[0]?.[0]).toEqual([
    { x: 10, y: 20 },
    { x: 40, y: 20 },
    { x: 40, y: 60 },
    { x: 10, y: 60 },
  ])

  const lasso = open('lasso')
  lasso.fire('pointerdown', 0, 0)
  for (const [x, y] of [
    [20, 0],
    [20, 20],
  ] as const)
    lasso.fire('pointermove', x, y)
  lasso.fire('pointerup', 20, 20)
  expect(lasso.events.onAreaEnd.mock.calls[0]?.[0]).toHaveLength(3)
})

test('two fingers zoom around their center, and cancel an area in progress', () => {
  const { events, fire } = open('rectangle')

  fire('pointerdown', 100, 100)
  fire('pointerdown', 200, 100, { pointerId: 2 })
  fire('pointermove', 300, 100, { pointerId: 2 })

  expect(events.onArea).toHaveBeenLastCalledWith(null)
  const [factor, at] = events.onZoom.mock.calls[0] ?? []
  expect(factor).toBeCloseTo(2)
  expect(at).toEqual({ x: 200, y: 100 })
})

test('the wheel zooms without scrolling the page; lines count for more than pixels', () => {
  const { events, fire } = open()

  const first = fire('wheel', 5, 6, { deltaY: -100, deltaMode: 0 })
  fire('wheel', 5, 6, { deltaY: -100, deltaMode: 1 })

  expect(first.defaultPrevented).toBe(true)
  const [inPixels, inLines] = events.onZoom.mock.calls
  expect(inPixels?.[1]).toEqual({ x: 5, y: 6 })
  expect(inPixels?.[0]).toBeGreaterThan(1)
  expect(inLines?.[0]).toBeGreaterThan(inPixels?.[0] ?? Infinity)
})

test('the pointer is tracked until it leaves, and no events follow after the end', () => {
  const { events, fire, stop } = open()

  fire('pointermove', 7, 8)
  fire('pointerout', 0, 0)
  stop()
  fire('pointermove', 9, 9)

  expect(events.onHover.mock.calls).toEqual([[{ x: 7, y: 8 }], [null]])
})
