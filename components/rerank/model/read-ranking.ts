import { isObject, toList, toNumber } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'

export interface Hit {
  /** Position in the documents of the request. */
  readonly index: number
  /** 0 to 1. */
  readonly score: number
}

/** What a reranker answered. */
export interface Ranking {
  /** Best first, as the API gave them. */
  readonly hits: readonly Hit[]
  /** Null where the API did not say. */
  readonly inputTokens: number | null
  readonly searchUnits: number | null
}

/**
 * Reads the answer of `/v1/rerank`.
 * @param count how many documents were sent; a hit beyond them is left out
 * @returns null where the text is no such answer
 */
export function readRanking(body: string, count: number): Ranking | null {
  const answer = readJson(body)
  if (!isObject(answer) || !Array.isArray(answer['results'])) return null
  const usage = isObject(answer['usage']) ? answer['usage'] : {}
  const seen = new Set<number>()
  const hits = toList(answer['results']).flatMap(result => {
    const index = isObject(result) ? toNumber(result['index']) : null
    const score = isObject(result) ? toNumber(result['relevance_score']) : null
    if (index === null || score === null || seen.has(index)) return []
    if (!Number.isInteger(index) || index < 0 || index >= count) return []
    seen.add(index)
    return [{ index, score }]
  })
  return {
    hits,
    inputTokens: toNumber(usage['prompt_tokens']),
    searchUnits: toNumber(usage['search_units']),
  }
}
