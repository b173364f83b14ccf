import { expect, test } from 'vitest'
import { formatUnits } from './format-units.ts'

test('names what a request used besides text', () => {
  expect(formatUnits({ searchUnit: 1, request: 1 })).toBe('1 search unit')
  expect(formatUnits({ input: 90, inputAudio: 1200, webSearch: 2 })).toBe(
    '2 web searches, 1,200 audio tokens in',
  )
  expect(formatUnits({ input: 90, output: 3 })).toBeNull()
  expect(formatUnits(null)).toBeNull()
})
