import { expect, test } from 'vitest'
import { createThinkSplitter, type ThinkSplit } from './think-splitter.ts'

const answer = '<think>\nFirst <b>this</b>, then that.\n</think>\n\nThe answer is <think>.'

test('thoughts and answer are parted wherever the pieces break', () => {
  for (let size = 1; size <= answer.length; size += 1) {
    const joined = run({ thinks: true }, slices(answer, size))

    expect(joined.reasoning.trim()).toBe('First <b>this</b>, then that.')
    expect(joined.text).toBe('The answer is <think>.')
  }
})

test('a model that does not think keeps its text as it is', () => {
  expect(run({ thinks: false }, [answer])).toEqual({ reasoning: '', text: answer })
})

test('a thinking model that answers at once loses nothing', () => {
  expect(run({ thinks: true }, ['<', 'b>bold</b>'])).toEqual({ reasoning: '', text: '<b>bold</b>' })
})

test('thoughts that were cut stay thoughts', () => {
  expect(run({ thinks: true }, ['<think>so far </thi'])).toEqual({ reasoning: 'so far </thi', text: '' })
})

function run(options: { thinks: boolean }, pieces: readonly string[]): ThinkSplit {
  const splitter = createThinkSplitter(options)
  const parts = [...pieces.map(piece => splitter.push(piece)), splitter.flush()]
  return {
    reasoning: parts.map(part => part.reasoning).join(''),
    text: parts.map(part => part.text).join(''),
  }
}

function slices(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}
