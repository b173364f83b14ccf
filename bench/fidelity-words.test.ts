import { expect, test } from 'vitest'
import { fidelityScore, scoredWords } from './fidelity-words.ts'
import { wordScore } from './word-score.ts'

test('markup, URLs, list numbers and invented headings cost nothing', () => {
  const markdown =
    '## Slide 1: Wool\n\n1. **soft**\n2. [warm](https://example.com/a_(b)) \\* [\\[1\\]](https://example.com/note)\n\n| a | b<br>c |\n| --- | --- |'

  expect(wordScore(scoredWords(markdown, 'pptx'), 'Wool soft warm 1 a b c')).toBe(1)
})

test('numbers that a word processor counts cost nothing', () => {
  const markdown = '# 1.2 Wool\n\n- a) soft\n- 2.1 warm\n\n| 3. white<br>4. clean | thick |'
  const truth = { text: 'Wool soft warm thick white clean', optional: '1 2 a b' }

  expect(fidelityScore(markdown, truth, 'docx')).toBe(1)
  expect(fidelityScore(`${markdown} a wool`, truth, 'docx')).toBeCloseTo(12 / 13)
})

test('the numbers of a workbook do not count, because each program prints dates in its own way', () => {
  expect(scoredWords('| Wool | 2024-01-01 | 12.5% |', 'xlsx')).toBe('Wool')
})

test('the title of a page counts only where it is expected', () => {
  const markdown = '# Wool\n\nIt is soft.'

  expect(fidelityScore(markdown, { text: 'It is soft.', optional: '' }, 'page')).toBe(1)
  expect(fidelityScore(markdown, { text: 'Wool It is soft.', optional: '' }, 'page')).toBe(1)
  expect(fidelityScore(markdown, { text: 'It is soft.', optional: '' }, 'docx')).toBeCloseTo(6 / 7)
})

test('a bracket in the text is not the start of a link', () => {
  expect(scoredWords('\\[[edit](https://a.org/b)\\] [\\[1\\]](https://a.org/c)', 'page')).toBe('[edit] [1]')
})

test('lost and added words lower the score', () => {
  expect(wordScore(scoredWords('one two', 'docx'), 'one two three')).toBeCloseTo(0.8)
  expect(wordScore(scoredWords('one two two', 'docx'), 'one two')).toBeCloseTo(0.8)
})

test('the commands of a formula in TeX and the marks of notes do not count', () => {
  expect(wordScore(scoredWords('So $\\begin{matrix}\\frac{x}{y}\\end{matrix}$', 'docx'), 'So x y')).toBe(1)
  expect(scoredWords('So[^12]', 'docx').trim()).toBe('So')
})
