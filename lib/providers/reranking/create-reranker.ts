import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { inParts, type PartLimits } from '#lib/providers/transport/in-parts.ts'
import { isRecord, readIndex, readNumber } from '#lib/providers/transport/json.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import {
  openAnswer,
  readAnswer,
  parseAnswerValue,
  toRefusalInside,
  unreadable,
} from '#lib/providers/transport/open-answer.ts'
import { sumCounts } from '#lib/providers/transport/sum-counts.ts'
import type { RerankAnswer, RerankModel, RerankQuestion, RerankScore } from './rerank-model.ts'
import type { RerankAdapter, RawScore } from './rerank-adapter.ts'

/**
 * A reranker that uses its vendor's adapter. Documents over the server's limit are sent in batches: each pair
 * of query and document is scored independently, so scores of different batches are comparable.
 */
export function createReranker(upstream: ModelUpstream, adapter: RerankAdapter): RerankModel {
  const limits: PartLimits = { ...adapter.limits }
  return {
    providerId: upstream.providerId,
    modelId: upstream.modelId,
    async rerank(question, attempt) {
      const { documents, query } = question
      // Each document is read together with the query.
      const queryBytes = Buffer.byteLength(query)
      const sizes = documents.map(text => Buffer.byteLength(text) + queryBytes)
      const parts = await inParts(sizes, limits, attempt, (start, end, options) => {
        const part = end - start === documents.length ? question : slice(question, start, end)
        return rerankPart(upstream, adapter, part, start, options)
      })
      const scores = parts.flatMap(part => part.answer.scores)
      return {
        scores: toProbabilities(scores, adapter.scale),
        inputTokens: sumCounts(parts.map(part => part.answer.inputTokens)),
        searchUnits: sumCounts(parts.map(part => part.answer.searchUnits)),
        costUsd: sumCounts(parts.map(part => part.answer.costUsd)),
      }
    },
  }
}

async function rerankPart(
  upstream: ModelUpstream,
  adapter: RerankAdapter,
  question: RerankQuestion,
  offset: number,
  attempt: AttemptOptions,
): Promise<RerankAnswer> {
  const body = adapter.toBody(question, upstream.modelId)
  const response = await openAnswer(upstream, adapter.path, body, attempt, 'whole')
  const text = await readAnswer(upstream, response, attempt)
  const answer = parseAnswerValue(upstream, text)
  const ranking = adapter.readRanking(answer, response.headers)
  if (ranking === null) {
    if (!isRecord(answer) || !answer['error']) throw unreadable(upstream, text)
    throw toRefusalInside(upstream, response, text, () => JSON.stringify(body))
  }
  const scores = readRawScores(ranking.scores, question.documents.length, offset)
  if (typeof scores === 'string') throw unreadable(upstream, new Error(scores))
  const { inputTokens, searchUnits = null, costUsd = null } = ranking
  return { scores, inputTokens, searchUnits, costUsd }
}

function slice(question: RerankQuestion, start: number, end: number): RerankQuestion {
  return { ...question, documents: question.documents.slice(start, end) }
}

/**
 * The server's raw scores, in its order, one for each document.
 * @param count documents of the batch
 * @param offset index of its first document in the request
 * @returns a description of the problem when an index or score is invalid, or a document has no score or two
 */
function readRawScores(
  raw: readonly RawScore[],
  count: number,
  offset: number,
): readonly RerankScore[] | string {
  const seen = new Set<number>()
  const scores: RerankScore[] = []
  for (const entry of raw) {
    const index = readIndex(entry.index)
    const score = readNumber(entry.score)
    if (index === null || index >= count || seen.has(index)) return `invalid index ${String(entry.index)}`
    if (score === null) return `the score of document ${index} is not a number`
    seen.add(index)
    scores.push({ index: offset + index, score })
  }
  return seen.size === count ? scores : `${seen.size} scores for ${count} documents`
}

/** Applies the sigmoid to all when they are logits or any score is outside 0 to 1; keeps the order. */
function toProbabilities(
  scores: readonly RerankScore[],
  scale: RerankAdapter['scale'],
): readonly RerankScore[] {
  const logits = scale === 'logit' || scores.some(({ score }) => score < 0 || score > 1)
  return logits ? scores.map(({ index, score }) => ({ index, score: 1 / (1 + Math.exp(-score)) })) : scores
}
