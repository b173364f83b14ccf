const steepness = 10
const middle = 0.25
const wordsWeight = 2

/**
 * The score of one document, σ(10 · (s − 0.25) + 2 · w).
 *
 * `s` is how far the cosine of query and document lies above the embedder's similarity floor, as a part of what is
 * left above it: 0 where 95 of 100 unrelated pairs lie below, 1 for the same text. `w` is the part of the query's
 * words that the document has, weighed by BM25 over the given documents. Meaning decides; among texts that mean about
 * the same, words do. It grows with both. With bge-small, short direct answers have a cosine of 0.68 to 0.91 and so
 * score above 0.6, texts about something else one of 0.23 to 0.49 and so score below 0.1.
 *
 * @param cosine −1 to 1
 * @param words 0 to 1
 * @returns 0 to 1
 */
export function hybridScore(cosine: number, words: number, similarityFloor: number): number {
  const similarity = (cosine - similarityFloor) / (1 - similarityFloor)
  return 1 / (1 + Math.exp(-(steepness * (similarity - middle) + wordsWeight * words)))
}
