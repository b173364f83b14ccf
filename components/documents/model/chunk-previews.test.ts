import { expect, test } from 'vitest'
import { toChunkAreas } from './views/chunk-areas.ts'
import type { Box } from './views/read-blocks.ts'
import { repeatedStart } from './views/repeated-start.ts'

const block = (chunk: number | null, box: Box | null) => ({ chunk, box })

test('adjacent blocks of a chunk are one area; a second column has its own', () => {
  const areas = toChunkAreas([
    block(0, [0.1, 0.1, 0.4, 0.2]),
    block(0, [0.1, 0.25, 0.45, 0.3]),
    block(1, [0.1, 0.4, 0.4, 0.5]),
    block(1, [0.6, 0.1, 0.9, 0.2]),
    block(null, [0, 0, 1, 1]),
    block(1, null),
  ])

  expect(areas).toEqual([
    { chunk: 0, box: [0.1, 0.1, 0.45, 0.3] },
    { chunk: 1, box: [0.1, 0.4, 0.4, 0.5] },
    { chunk: 1, box: [0.6, 0.1, 0.9, 0.2] },
  ])
})

test.each([
  ['The moon moves the tides.', 'the tides. A boat floats.', 10],
  ['The moon moves the tides.\n\n', 'the tides. A boat floats.', 10],
  ['The moon.', 'A boat floats.', 0],
  ['aaab', 'aab', 3],
  ['abab', 'abab', 4],
  ['', 'A boat.', 0],
  ['A boat.', '', 0],
])('%j before %j overlaps by %i characters', (before, text, length) => {
  expect(repeatedStart(before, text)).toBe(length)
})
