import { toList, toNumber } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'

export interface Hit {
  /** Index in the documents of the request. */
  readonly index: number
  /** 0 to 1. */
  readonly score: number
}

/** Response of a reranker. */
export interface Ranking {
  /** Best first, in the API's order. */
  readonly hits: readonly Hit[]
  /** Null when the API did not report it. */
  readonly inputTokens: number | null
  readonly searchUnits: number | null
}

/**
 * Parses the response of `/v1/rerank`.
 * @param count number of sent documents; hits beyond them are dropped
 * @returns null when the text is not such a response
 */
export function readRanking(body: string, count: number): Ranking | null {
  const answer = readJson(body)
  if (!isRecord(answer) || !Array.isArray(answer['results'])) return null
  const usage = isRecord(answer['usage']) ? answer['usage'] : {}
  const seen = new Set<number>()
  const hits = toList(answer['results']).flatMap(result => {
    const index = isRecord(result) ? toNumber(result['index']) : null
    const score = isRecord(result) ? toNumber(result['relevance_score']) : null
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
