import type { VectorSet } from '#lib/client/embeddings/vector-set.ts'

/** Puts the vectors of many answers together. */
export interface VectorCollector {
  /** Adds vectors for the texts from `start`; a sentence when they do not fit to those before. */
  add: (start: number, values: Float32Array, dimensions: number) => string | null
  /** Null when nothing was added. */
  collected: () => VectorSet | null
}

/** @param previous vectors of the same texts that are there already; it is left as it is */
export function createVectorCollector(
  model: string,
  count: number,
  previous: VectorSet | null,
): VectorCollector {
  let set = previous && { ...previous, values: previous.values.slice(), present: previous.present.slice() }
  return {
    add(start, values, dimensions) {
      set ??= {
        model,
        count,
        dimensions,
        values: new Float32Array(count * dimensions),
        present: new Uint8Array(count),
      }
      if (dimensions !== set.dimensions) {
        return `The vectors have ${dimensions} dimensions, those of other requests ${set.dimensions}.`
      }
      set.values.set(values, start * dimensions)
      set.present.fill(1, start, start + values.length / dimensions)
      return null
    },
    collected: () => set,
  }
}
