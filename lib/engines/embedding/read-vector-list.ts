import type { JsonWalker } from '#lib/engines/json-walker.ts'
import type { FoundVectors } from './found-vectors.ts'
import { readVector } from './read-vector.ts'

/** A bare array of vectors, whose places are their indexes. */
export function readVectorList(walker: JsonWalker): FoundVectors['vectors'] {
  const found: { index: null; vector: ReturnType<typeof readVector> }[] = []
  walker.elements(() => void found.push({ index: null, vector: readVector(walker) }))
  return found
}
