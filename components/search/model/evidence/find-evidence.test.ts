import { expect, test } from 'vitest'
import { sourceOf } from '#components/search/model/__fixtures__/search-runs.ts'
import { findEvidence, isUnsupported } from './find-evidence.ts'

const sources = [
  sourceOf('Bread needs salt. The moon moves the tides of the oceans twice a day.'),
  sourceOf('The sun adds to the tides at new moon.'),
]

test('the passage is the sentence of the source that shares most words, with its offsets', () => {
  const [best] = findEvidence({ text: 'The moon moves the tides twice a day.', cites: [1] }, sources)

  expect(best).toMatchObject({
    source: 1,
    passage: 'The moon moves the tides of the oceans twice a day.',
    start: 18,
    words: 5,
    shared: 5,
  })
})

test('a sentence without citations is compared with all sources, best match first', () => {
  const found = findEvidence({ text: 'The sun adds to the tides.', cites: [] }, sources)

  expect(found.map(({ source }) => source)).toEqual([2, 1])
})

test.each([
  ['names a source that says it', 'The moon moves the tides twice a day.', [1], false],
  ['names a source that says nothing of it', 'Seven golden ships carried velvet sails.', [1], true],
  ['names a source that is not there', 'The moon moves the tides.', [9], true],
  ['names no source', 'The moon moves the tides.', [], true],
  ['says that there is nothing to say', 'The sources found do not answer this question.', [], false],
  ['reports unread pages', 'The page named in the question could not be read.', [], false],
  ['says too little to be judged', 'Yes, indeed.', [], false],
] as const)('a sentence that %s', (_, text, cites, expected) => {
  expect(isUnsupported({ text, cites }, sources)).toBe(expected)
})

test('without sources there is nothing to compare a sentence with', () => {
  expect(isUnsupported({ text: 'A text that was asked for, and no search.', cites: [] }, [])).toBe(false)
})

test('languages without spaces are compared too', () => {
  const chinese = [sourceOf('月亮引起潮汐。太阳也有作用。')]

  expect(isUnsupported({ text: '月亮引起了海洋的潮汐。', cites: [1] }, chinese)).toBe(false)
  expect(isUnsupported({ text: '七艘金色的船载着天鹅绒。', cites: [1] }, chinese)).toBe(true)
})
