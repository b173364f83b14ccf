import { expect, test } from 'vitest'
import { sourceOf, turnOf } from '#components/search/model/__fixtures__/search-runs.ts'
import { toAnswerMarkdown } from './answer-markdown.ts'

test('citations become footnotes with title and URL, for cited sources only', () => {
  const { found } = turnOf('q', 'The moon [2], not [7].')
  const sources = [sourceOf('x'), sourceOf('y', 'https://b.test/?a=1', 'Tides [new] *day*')]

  expect(toAnswerMarkdown('What moves\nthe #tides?', { ...found, sources })).toBe(
    '# What moves the \\#tides?\n\nThe moon [^2], not [7].\n\n[^2]: Tides \\[new\\] \\*day\\* <https://b.test/?a=1>\n',
  )
})
