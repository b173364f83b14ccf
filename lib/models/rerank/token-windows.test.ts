import { expect, test } from 'vitest'
import { toWindows } from './token-windows.ts'

const ids = Array.from({ length: 300 }, (_, index) => index)

test('a text that fits is one window', () => {
  expect(toWindows(ids, 300)).toEqual([ids])
  expect(toWindows([], 300)).toEqual([[]])
})

test('a longer text is covered completely, neighbors overlap by 64 tokens, and the last window is not redundant', () => {
  const windows = toWindows(ids, 150)

  expect(windows.map(window => [window[0], window.at(-1)])).toEqual([
    [0, 149],
    [86, 235],
    [172, 299],
  ])
  expect(toWindows(ids.slice(0, 236), 150)).toHaveLength(2)
})
