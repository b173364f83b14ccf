import type { PartLimits } from '#lib/providers/transport/in-parts.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import { isRecord, readIndex } from '#lib/providers/transport/json.ts'
import { readReportedCost } from '#lib/providers/transport/reported-cost.ts'
import type { RerankQuestion } from './rerank-model.ts'

/** The contents of a response, before scores are normalized to 0…1. */
export interface RawRanking {
  readonly scores: readonly RawScore[]
  readonly inputTokens: number | null
  /** Billed units of Cohere; absent: not reported. */
  readonly searchUnits?: number | null
  /** Reported cost in US dollars; absent: none. */
  readonly costUsd?: number | null
}

export interface RawScore {
  readonly index: unknown
  readonly score: unknown
}

/** Request and response format of one vendor's rerank API. */
export interface RerankAdapter {
  /** Below the provider's base path. */
  readonly path: string
  readonly limits: PartLimits
  /** The scale of its scores: 0 to 1, or logits. Scores outside 0 to 1 are treated as logits anyway. */
  readonly scale: 'probability' | 'logit'
  toBody(question: RerankQuestion, modelId: string): Record<string, unknown>
  /** Null when the response has another shape. */
  readRanking(answer: unknown, headers: ExchangeResponse['headers']): RawRanking | null
}

/** Field names of the entries and of an entry's score. */
interface ScoreList {
  readonly list: 'results' | 'data'
  readonly score: 'relevance_score' | 'score'
}

/**
 * The scores of `{[list]: [{index, [score]}], usage}`; null when there is no such list. Some servers report
 * only total tokens, which is the same: nothing is generated.
 */
export function readScoreList(answer: unknown, { list, score }: ScoreList): RawRanking | null {
  const entries = isRecord(answer) ? answer[list] : null
  if (!isRecord(answer) || !Array.isArray(entries)) return null
  const usage = isRecord(answer['usage']) ? answer['usage'] : {}
  const meta = isRecord(answer['meta']) ? answer['meta'] : {}
  const billed = isRecord(meta['billed_units']) ? meta['billed_units'] : {}
  return {
    scores: entries.filter(isRecord).map(entry => ({ index: entry['index'], score: entry[score] })),
    inputTokens: readIndex(usage['prompt_tokens']) ?? readIndex(usage['total_tokens']),
    searchUnits: readIndex(billed['search_units']),
    costUsd: readReportedCost(usage),
  }
}
