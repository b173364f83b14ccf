import { expect, test } from 'vitest'
import { createStopFilter, overlap } from './stop-filter.ts'

test('text ends before the first stop string, wherever the pieces break', () => {
  for (let cut = 0; cut <= 'one END two STOP'.length; cut += 1) {
    const filter = createStopFilter(['STOP', 'END'])
    const first = filter.push('one END two STOP'.slice(0, cut))
    const second = first.stopped ? { text: '', stopped: true } : filter.push('one END two STOP'.slice(cut))

    expect(first.text + second.text).toBe('one ')
    expect(second.stopped).toBe(true)
  }
})

test('the beginning of a stop string is held back until it is none', () => {
  const filter = createStopFilter(['\n\n'])

  expect(filter.push('a\n')).toEqual({ text: 'a', stopped: false })
  expect(filter.push('b')).toEqual({ text: '\nb', stopped: false })
})

test('what was held back comes out at the end', () => {
  const filter = createStopFilter(['STOP'])
  filter.push('an S')

  expect(filter.flush()).toBe('S')
  expect(filter.flush()).toBe('')
})

test('an empty stop string stops nothing', () => {
  expect(createStopFilter(['']).push('text')).toEqual({ text: 'text', stopped: false })
})

test('overlap counts the longest end that begins the marker', () => {
  expect(overlap('aab', 'abx')).toBe(2)
  expect(overlap('abc', 'xyz')).toBe(0)
  expect(overlap('abx', 'abx')).toBe(0)
})
