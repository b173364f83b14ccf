import type { Run } from '#lib/client/run.ts'
import { toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import { readTexts } from './documents/read-documents.ts'
import { readRanking, type Hit, type Ranking } from './read-ranking.ts'
import { splitWords } from '#components/playground/text/model/split-words.ts'

/** The request: the same for every column of the comparison. */
export interface Question {
  readonly query: string
  readonly documents: readonly string[]
  /** The request's truncation limit in tokens; null: the API's default. */
  readonly tokensPerDocumentMax: number | null
  /** Requested number of results; null: all. */
  readonly topN: number | null
}

/** One order of the documents: from a model, or from keywords. */
export interface RankedColumn {
  readonly id: string
  readonly label: string
  /** Null: ranked in the browser. */
  readonly run: Run | null
  /** Best first; empty without a response. */
  readonly hits: readonly Hit[]
  /** By document, from 1; null: not returned. */
  readonly ranks: readonly (number | null)[]
  /** By document. */
  readonly scores: readonly (number | null)[]
  /** Maximum of the score bar: 1, or the best score when scores are unbounded. */
  readonly scoreMax: number
  /** Usage reported by the API; null while unknown, or for keywords. */
  readonly ranking: Ranking | null
}

export function readQuestion(run: Run): Question {
  const body = toObject(readJson(run.request.body))
  return {
    query: toText(body['query']) ?? '',
    documents: readTexts(body),
    tokensPerDocumentMax: toNumber(body['max_tokens_per_doc']),
    topN: toNumber(body['top_n']) ?? toNumber(body['top_k']),
  }
}

export function toModelColumn(id: string, run: Run, count: number): RankedColumn {
  const ranking = run.response?.body ? readRanking(run.response.body, count) : null
  const model = toText(toObject(readJson(run.request.body))['model'])
  return { ...place(ranking?.hits ?? [], count), id, label: model ?? 'no model', run, scoreMax: 1, ranking }
}

/** Documents without a query term come last, in the order of the request. */
export function toKeywordColumn({ query, documents }: Question): RankedColumn {
  const scores = bm25(query, documents)
  const hits = scores
    .map((score, index) => ({ index, score }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
  return {
    ...place(hits, documents.length),
    id: 'keywords',
    label: 'Keywords (BM25)',
    run: null,
    scoreMax: hits[0]?.score ?? 0,
    ranking: null,
  }
}

function place(hits: readonly Hit[], count: number) {
  const ranks = Array.from({ length: count }, (): number | null => null)
  const scores = ranks.slice()
  hits.forEach(({ index, score }, rank) => {
    ranks[index] = rank + 1
    scores[index] = score
  })
  return { hits, ranks, scores }
}

// Default parameters, as in Lucene.
const k1 = 1.2
const b = 0.75

/**
 * Scores documents by shared query terms (BM25), as a baseline for rerankers.
 * @returns one score per document, 0 without a shared term, unbounded above
 * @see Robertson and Zaragoza 2009; the idf is Lucene's, never negative
 */
export function bm25(query: string, documents: readonly string[]): readonly number[] {
  const counts = documents.map(text => countWords(text))
  const averageLength = counts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counts.length)
  const terms = [...new Set(splitWords(query).map(({ word }) => word))].map(word => {
    const holding = counts.filter(({ byWord }) => byWord.has(word)).length
    return { word, idf: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) }
  })
  return counts.map(({ byWord, length }) =>
    terms.reduce((score, { word, idf }) => {
      const count = byWord.get(word) ?? 0
      if (count === 0) return score
      return score + (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / averageLength))
    }, 0),
  )
}

function countWords(text: string) {
  const words = splitWords(text)
  const byWord = new Map<string, number>()
  for (const { word } of words) byWord.set(word, (byWord.get(word) ?? 0) + 1)
  return { byWord, length: words.length }
}
