import { readIndex, readNumber } from '#lib/engines/json.ts'
import type { RerankScore } from './rerank-model.ts'
import type { RawScore, RerankWire } from './rerank-wire.ts'

/**
 * The scores as the server gave them, in its order: one for each document.
 * @param count documents of the part
 * @param offset position of its first document in the question
 * @returns a text that says what is wrong when an index or score is none, or a document has no score or two
 */
export function readRawScores(
  raw: readonly RawScore[],
  count: number,
  offset: number,
): readonly RerankScore[] | string {
  const seen = new Set<number>()
  const scores: RerankScore[] = []
  for (const entry of raw) {
    const index = readIndex(entry.index)
    const score = readNumber(entry.score)
    if (index === null || index >= count || seen.has(index))
      return `the index ${String(entry.index)} is wrong`
    if (score === null) return `the score of document ${index} is not a number`
    seen.add(index)
    scores.push({ index: offset + index, score })
  }
  return seen.size === count ? scores : `${seen.size} scores for ${count} documents`
}

/** All through the sigmoid, when they are logits or any of them cannot be anything else: the order stays. */
export function toProbabilities(
  scores: readonly RerankScore[],
  scale: RerankWire['scale'],
): readonly RerankScore[] {
  const logits = scale === 'logit' || scores.some(({ score }) => score < 0 || score > 1)
  return logits ? scores.map(({ index, score }) => ({ index, score: 1 / (1 + Math.exp(-score)) })) : scores
}
