import { expect, test } from 'vitest'
import { toWindows } from './windows.ts'

test('a short line is the heading of the text that follows', () => {
  expect(toWindows('Opening times\n\nWe open at nine.')).toEqual([
    { heading: 'Opening times', text: 'We open at nine.', start: 0, end: 1 },
  ])
})

test('a text of only short lines is read too: calculator output has no periods', () => {
  expect(toWindows('17*23+4 = 395')).toEqual([{ heading: '', text: '17*23+4 = 395', start: 0, end: 1 }])
  expect(toWindows('Height: 4,478 m\n\nFirst ascent: 1865').map(({ text }) => text)).toEqual([
    'Height: 4,478 m',
    'First ascent: 1865',
  ])
  expect(toWindows(' \n\n ')).toEqual([])
})
