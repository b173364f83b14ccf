import { UnreadableJson } from '#lib/engines/json-walker.ts'
import type { WrittenVector } from './embedding-model.ts'
import type { FoundVectors } from './found-vectors.ts'

/**
 * One vector for each of `count` inputs, by index; where the server leaves indexes out (protobuf writers drop the
 * zero), the position counts.
 * @throws UnreadableJson when one is missing, there twice, or of another length than the others
 */
export function orderVectors(found: FoundVectors['vectors'], count: number): WrittenVector[] {
  if (found.length !== count) throw new UnreadableJson(`${found.length} vectors for ${count} inputs`)
  const ordered = Array.from<WrittenVector | undefined>({ length: count })
  const dimensions = found[0]?.vector.dimensions
  for (const [position, { index, vector }] of found.entries()) {
    const at = index ?? position
    if (at >= count || ordered[at] !== undefined) throw new UnreadableJson(`the index ${at} is wrong`)
    if (vector.dimensions !== dimensions) {
      throw new UnreadableJson(`vectors of ${dimensions} and of ${vector.dimensions} dimensions`)
    }
    ordered[at] = vector
  }
  return ordered.filter(vector => vector !== undefined)
}
