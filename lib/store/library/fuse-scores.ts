import { type FindVector, ranksMax } from './library-find.ts'
import { dot } from './nearest.ts'
import type { WordRank } from './rank-words.ts'

/** The weight of the vectors of a library that has all of them; the rest is that of the keywords. */
const vectorWeight = 0.7

/** The best results whose vectors are added to the query, and how much their mean counts there. */
const feedbackMax = 3
const feedbackWeight = 0.6
/** With fewer candidates for each of them, the mean would resemble most of the candidates. */
const candidatesEach = 10

/** The query and the vectors to compare it with. */
export interface VectorSide {
  readonly query: Float32Array
  /** Share of the library that has vectors, 0…1. */
  readonly share: number
  /** Nearest first. */
  readonly near: readonly number[]
  /** Null: the chunk has none yet. */
  readonly vectorOf: (id: number) => Float32Array | null
}

export interface FusedChunk {
  readonly id: number
  /** 0…1; 1: first in every list. */
  readonly score: number
}

/**
 * Fuses keywords and vectors by their scores, each relative to the best one. Vectors count as much as their share of
 * the library, and a chunk without one is scored by keywords alone: it must not fall behind only because it is not
 * embedded yet. The best results then specify the query (Rocchio's feedback), which ranks their like higher.
 * @param byWords best first
 * @param vectors null: keywords only
 * @returns best first
 */
export function fuseScores(byWords: readonly WordRank[], vectors: VectorSide | null): readonly FusedChunk[] {
  const candidates = toCandidates(byWords, vectors)
  const embedded = candidates.filter(({ vector }) => vector !== null).length
  if (vectors === null || embedded === 0)
    return sortByScore(candidates.map(({ id, words }) => ({ id, score: words })))
  const weight = byWords.length === 0 ? 1 : vectorWeight * vectors.share
  const first = scoreAll(candidates, vectors.query, weight)
  const feedback = Math.min(feedbackMax, Math.floor(embedded / candidatesEach))
  if (feedback === 0) return first
  return scoreAll(candidates, addFeedback(vectors, first, feedback), weight)
}

interface StoredVector {
  readonly chunkId: number
  readonly vector: Buffer
}

/**
 * The vectors of rows, without those of another size, which another model made.
 * @param near the nearest of all; absent: of these
 */
export function toVectorSide(
  rows: readonly StoredVector[],
  { values, share }: FindVector,
  near?: readonly number[],
): VectorSide {
  const same = rows.filter(({ vector }) => vector.byteLength === values.byteLength)
  const vectors = new Map(same.map(({ chunkId, vector }) => [chunkId, toVector(vector)]))
  return {
    query: values,
    share,
    near: near ?? toNearest(vectors, values),
    vectorOf: id => vectors.get(id) ?? null,
  }
}

function toNearest(vectors: ReadonlyMap<number, Float32Array>, query: Float32Array): number[] {
  return [...vectors]
    .map(([id, vector]) => ({ id, score: dot(vector, 0, query) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, ranksMax)
    .map(({ id }) => id)
}

/** A copy, because numbers in the buffer of a driver may not be aligned. */
function toVector(bytes: Buffer): Float32Array {
  const vector = new Float32Array(bytes.byteLength / Float32Array.BYTES_PER_ELEMENT)
  new Uint8Array(vector.buffer).set(bytes)
  return vector
}

interface Candidate {
  readonly id: number
  /** Score by keywords relative to the best one, 0…1. */
  readonly words: number
  readonly vector: Float32Array | null
}

function toCandidates(byWords: readonly WordRank[], vectors: VectorSide | null): Candidate[] {
  const best = byWords[0]?.score ?? 1
  const words = new Map(byWords.map(({ id, score }) => [id, score / best]))
  const ids = new Set([...words.keys(), ...(vectors?.near ?? [])])
  return [...ids].map(id => ({ id, words: words.get(id) ?? 0, vector: vectors?.vectorOf(id) ?? null }))
}

function scoreAll(candidates: readonly Candidate[], query: Float32Array, weight: number): FusedChunk[] {
  const cosines = candidates.map(({ vector }) => (vector === null ? null : dot(vector, 0, query)))
  const known = cosines.filter(cosine => cosine !== null)
  const least = Math.min(...known)
  const range = Math.max(...known) - least
  return sortByScore(
    candidates.map(({ id, words }, at) => {
      const cosine = cosines[at]
      if (cosine === null || cosine === undefined) return { id, score: words }
      const nearness = range === 0 ? 1 : (cosine - least) / range
      return { id, score: (1 - weight) * words + weight * nearness }
    }),
  )
}

function addFeedback(
  { query, vectorOf }: VectorSide,
  first: readonly FusedChunk[],
  count: number,
): Float32Array {
  const best = first
    .map(({ id }) => vectorOf(id))
    .filter(vector => vector !== null)
    .slice(0, count)
  return query.map((value, at) => {
    const sum = best.reduce((total, vector) => total + (vector[at] ?? 0), 0)
    return value + (feedbackWeight * sum) / best.length
  })
}

function sortByScore(chunks: readonly FusedChunk[]): FusedChunk[] {
  return chunks.toSorted((one, other) => other.score - one.score)
}
