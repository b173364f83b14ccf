import { expect, test } from 'vitest'
import { porterStem } from './porter-stem.ts'
import { parseQueries, parseTexts, toNdcg } from './ranking-set.ts'
import { createStemmedBm25 } from './stemmed-bm25.ts'

test('judgments belong to queries by their place, the best grade is 1, and -1 is none', () => {
  const queries = parseQueries('.I 001\n.W\nfirst\nquestion\n.I 004\n.W\nsecond\n', '1 2 1\n1 3 -1\n2 1 4 \n')

  expect(queries.map(({ text, gains }) => [text, [...gains]])).toEqual([
    ['first question', [[1, 4]]],
    ['second', [[0, 1]]],
  ])
})

test('a text is read with its title, without author and source', () => {
  const file =
    '.I 1\n.T\na wing in a\nslipstream .\n.A\nbrenckman\n.B\n1958\n.W\nan   experiment\nwith it .\n'

  expect(parseTexts(file)).toEqual([{ title: 'a wing in a slipstream .', text: 'an experiment with it .' }])
})

test('the ideal order has an nDCG of 1, and a text without a gain lowers what follows it', () => {
  const gains = new Map([
    [5, 4],
    [7, 1],
  ])

  expect(toNdcg([5, 7], gains)).toBe(1)
  expect(toNdcg([7, 5], gains)).toBeLessThan(toNdcg([5, 0, 7], gains))
  expect(toNdcg([0, 1], gains)).toBe(0)
  expect(toNdcg([0], new Map())).toBe(0)
})

test.each([
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['motoring', 'motor'],
  ['hopping', 'hop'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['relational', 'relat'],
  ['generalizations', 'gener'],
  ['controlling', 'control'],
  ['rate', 'rate'],
])('the stem of %s is %s, as in the paper', (word, stem) => {
  expect(porterStem(word)).toBe(stem)
})

test('the baseline finds other forms of a word, rare ones first', () => {
  const rank = createStemmedBm25(['flows of air', 'the flow of heated air', 'heat', 'wood'])

  expect(rank('heating flows')).toEqual([1, 2, 0])
})
