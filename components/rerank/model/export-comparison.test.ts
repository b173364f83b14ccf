import { expect, test } from 'vitest'
import type { ComparisonResult } from './comparison-result.ts'
import { toComparisonCsv, toComparisonJson, toTrecQrels, toTrecRun } from './export-comparison.ts'

const result: ComparisonResult = {
  question: {
    query: 'q',
    documents: ['one, "two"', '=SUM(A1)', 'three\nlines'],
    tokensPerDocumentMax: null,
    topN: null,
  },
  columns: [
    {
      id: 'a',
      label: 'local/a b',
      run: null,
      hits: [
        { index: 1, score: 0.9 },
        { index: 0, score: 0.25 },
      ],
      ranks: [2, 1, null],
      scores: [0.25, 0.9, null],
      scoreMax: 1,
      ranking: null,
    },
  ],
}
const judgments = { grades: { '=SUM(A1)': 3 as const, 'three\nlines': 0 as const }, order: null }

test('CSV is quoted as needed, and no text becomes a formula', () => {
  expect(toComparisonCsv(result, judgments).text).toBe(
    [
      'input,text,local/a b rank,local/a b score,grade\r\n',
      '1,"one, ""two""",2,0.25,\r\n',
      "2,'=SUM(A1),1,0.9,3\r\n",
      '3,"three\nlines",,,0\r\n',
    ].join(''),
  )
})

test('JSON has every rank, score and grade', () => {
  expect(JSON.parse(toComparisonJson(result, judgments).text)).toMatchObject({
    query: 'q',
    documents: [
      { index: 0, grade: null, rankings: [{ by: 'local/a b', rank: 2, score: 0.25 }] },
      { index: 1, grade: 3, rankings: [{ rank: 1 }] },
      { index: 2, grade: 0, rankings: [{ rank: null, score: null }] },
    ],
  })
})

test('qrels have the judged documents only', () => {
  expect(toTrecQrels(result, judgments)).toBe('1 0 d2 3\n1 0 d3 0\n')
})

test('a run file has six fields per line, none with a space', () => {
  expect(toTrecRun(result)).toBe('1 Q0 d2 1 0.9 local/a-b\n1 Q0 d1 2 0.25 local/a-b\n')
})

test('ungraded documents have no grade, whatever their text', () => {
  const question = { ...result.question, documents: ['constructor'] }

  expect(toTrecQrels({ ...result, question }, { grades: {}, order: null })).toBe('')
})
