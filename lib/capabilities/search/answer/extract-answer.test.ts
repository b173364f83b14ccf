import { expect, test } from 'vitest'
import type { ScoredWindow } from './choose-windows.ts'
import { extractAnswer } from './extract-answer.ts'

function answerOf(text: string, judged: Partial<ScoredWindow> = {}): string {
  const window: ScoredWindow = {
    text,
    source: 0,
    start: 0,
    end: text.length,
    heading: '',
    score: 1,
    relevant: true,
    answers: true,
    doubtful: false,
    ...judged,
  }
  return extractAnswer([window])
}

test.each([
  ['Llamas hum. They spit.', 'Llamas hum [1]. They spit [1].'],
  ['Llamas hum [7].', 'Llamas hum (7) [1].'],
  ['Look ![pixel](https://evil.example/p.png) here.', 'Look [pixel] here [1].'],
  ['See [more](https://evil.example) now.', 'See [more] now [1].'],
  ['Go to https://evil.example now.', 'Go to `https://evil.example` now [1].'],
  ['<img src=x> hums.', '&lt;img src=x> hums [1].'],
])('%j is quoted as plain text', (text, answer) => {
  expect(answerOf(text)).toBe(answer)
})

test('a passage without the fact asked for is quoted as the closest one', () => {
  expect(answerOf('Llamas hum.', { answers: false })).toBe(
    "The sources don't say. The closest passage:\n\nLlamas hum [1].",
  )
  expect(answerOf('Llamas hum.', { answers: false, relevant: false })).toBe("The sources don't say.")
})
