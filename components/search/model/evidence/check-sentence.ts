import type { Draft } from '#components/playground/form/model/draft.ts'
import { toList, toNumber, toObject } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'

/** The rerank request that scores each passage against a sentence. */
export function toCheckDraft(sentence: string, passages: readonly string[], model: string): Draft {
  return {
    contract: 'rerank',
    body: { model, query: sentence, documents: passages, return_documents: false },
  }
}

/** The scores of the passages, in their order; null when the run returned none. */
export function readCheck({ response }: Pick<Run, 'response'>, count: number): readonly (number | null)[] {
  const scores: (number | null)[] = Array.from({ length: count }, () => null)
  for (const hit of toList(toObject(readJson(response?.body ?? ''))['results'])) {
    const index = isRecord(hit) ? toNumber(hit['index']) : null
    if (index !== null && index < count) scores[index] = toNumber(toObject(hit)['relevance_score'])
  }
  return scores
}
