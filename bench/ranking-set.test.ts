import { expect, test } from 'vitest'
import { parseLisa } from './ranking-lisa.ts'
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

test('judgments of other sets are read: SMART names a text second, TREC third', () => {
  const smart = parseQueries(
    '.I 1\n.W\nfirst\n.N\n 1. a note\n.I 2\n.W\nsecond\n',
    '01 3  0 0\n 2 1 0 0.000\n',
  )
  const trec = parseQueries(
    '<top>\n<num>1</num><title>\nFIRST\n</title>\n</top>\n<top>\n<num>2</num><title>SECOND</title>\n</top>',
    '1 0 3 1\n2 0 1 1\n2 0 2 0\n',
  )

  const expected = [
    { text: 'first', gains: new Map([[2, 1]]) },
    { text: 'second', gains: new Map([[0, 1]]) },
  ]
  expect(smart).toEqual(expected)
  expect(trec).toEqual(expected)
})

test('a text without a title or an abstract is read, and fields after the abstract are not', () => {
  expect(parseTexts('.I 1\n.T\nAlgol\n.B\n1958\n.I 2\n.W\nsugar\n.X\n1 5 1\n')).toEqual([
    { title: 'Algol', text: '' },
    { title: '', text: 'sugar' },
  ])
  expect(parseTexts('<DOC>\n<DOCNO>1</DOCNO>\ncompact\nmemories\n</DOC>\n')).toEqual([
    { title: '', text: 'compact memories' },
  ])
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

test('LISA separates texts by asterisks and counts the judgments of a question', () => {
  const stars = '*'.repeat(44)
  const set = parseLisa({
    texts: `Document    1\nTHE FIRST\nTITLE.\n\nITS TEXT.\n${stars}\nDocument    3\nTHE THIRD.\n\nTEXT.\n${stars}\n`,
    queries: '1\nI AM INTERESTED IN\nLIBRARIES. #\n2\nMACHINES. #\n',
    judgments: '  1   2   1   3\n  2   1\n   3\n',
  })

  expect(set?.texts).toEqual([
    { title: 'the first title.', text: 'its text.' },
    { title: '', text: '' },
    { title: 'the third.', text: 'text.' },
  ])
  expect(set?.queries.map(({ text }) => text)).toEqual(['i am interested in libraries.', 'machines.'])
  expect(set?.queries.map(({ gains }) => [...gains.keys()])).toEqual([[0, 2], [2]])
  expect(parseLisa({ texts: '.I 1\n.W\na', queries: '', judgments: '' })).toBeNull()
})
