import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdWords } from './held-words.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function hold() {
  const printed: string[] = []
  return { words: holdWords(text => printed.push(text)), printed }
}

test('the reason for an end is not printed, and taken once', () => {
  const { words, printed } = hold()

  for (let start = 1; start <= 3; start++) {
    words.add('no database')
    words.ended()
    vi.advanceTimersByTime(10_000)
  }

  expect(printed).toEqual([])
  expect(words.take()).toEqual(['no database'])
  expect(words.take()).toEqual([])
})

test('what a process says that goes on is printed after two seconds, or when it is ready, once', () => {
  const { words, printed } = hold()

  words.add('first')
  vi.advanceTimersByTime(2000)
  words.add('first')
  words.add('second')
  words.release()

  expect(printed).toEqual(['first', 'second'])
  expect(words.take()).toEqual([])
})
