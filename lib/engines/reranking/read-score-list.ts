import { isRecord, readIndex } from '#lib/engines/json.ts'
import { readReportedCost } from '#lib/engines/reported-cost.ts'
import type { RawRanking } from './rerank-wire.ts'

/** Where an answer keeps its entries, and an entry its score. */
interface ScoreList {
  readonly list: 'results' | 'data'
  readonly score: 'relevance_score' | 'score'
}

/**
 * The scores of `{[list]: [{index, [score]}], usage}`; null when there is no such list. Some servers give only the
 * total of tokens, which is the same: nothing is generated.
 */
export function readScoreList(answer: unknown, { list, score }: ScoreList): RawRanking | null {
  const entries = isRecord(answer) ? answer[list] : null
  if (!isRecord(answer) || !Array.isArray(entries)) return null
  const usage = isRecord(answer['usage']) ? answer['usage'] : {}
  return {
    scores: entries.filter(isRecord).map(entry => ({ index: entry['index'], score: entry[score] })),
    inputTokens: readIndex(usage['prompt_tokens']) ?? readIndex(usage['total_tokens']),
    costUsd: readReportedCost(usage),
  }
}
