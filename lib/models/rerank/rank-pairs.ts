import { ApiError } from '#lib/errors.ts'
import type { CrossEncoder } from '#lib/models/onnx/onnx-model.ts'
import type { BatchTicket } from '#lib/models/onnx/text-batches.ts'
import { queryTooLong } from './query-too-long.ts'
import type { RankQuestion, Ranking } from './ranking.ts'

// A query must leave at least this much for a document.
const documentTokensMin = 32

/**
 * Scores each document by reading it together with the query; a long document is read as far as it fits.
 * @returns the sigmoid of the model's logits
 * @throws ApiError `context_length_exceeded` if the query leaves no room for a document
 */
export async function rankPairs(
  { tokens, batches, entry }: Pick<CrossEncoder, 'tokens' | 'batches' | 'entry'>,
  { query, documents, maxTokensPerDoc }: RankQuestion,
  ticket: BatchTicket,
): Promise<Ranking> {
  const available = entry.contextTokens - tokens.marks.pair
  const queryMax = available - documentTokensMin
  const queryIds = await tokens.read(query, queryMax)
  if (queryIds.length > queryMax) throw queryTooLong(entry.id, queryMax)
  const documentMax = Math.min(maxTokensPerDoc, available - queryIds.length)
  const pairs = []
  for (const document of documents) {
    ticket.signal.throwIfAborted()
    const ids = await tokens.read(document, documentMax)
    pairs.push(tokens.pair(queryIds, ids.slice(0, documentMax)))
  }
  const { vectors, queueMs } = await batches.run(pairs, ticket)
  return {
    scores: vectors.map(([logit]) => toScore(logit)),
    tokens: pairs.reduce((sum, { ids }) => sum + ids.length, 0),
    queueMs,
  }
}

function toScore(logit: number | undefined): number {
  if (logit === undefined) throw new ApiError('internal_error', 'The reranker returned no score.')
  return 1 / (1 + Math.exp(-logit))
}
