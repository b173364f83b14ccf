import { createComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import type { LoadOnnxModel } from '#lib/models/onnx/load-onnx-model.ts'
import { createTextBatches } from '#lib/models/onnx/text-batches.ts'
import type { TextTokens } from '#lib/models/onnx/text-tokens.ts'
import type { TokenSequence } from '#lib/models/onnx/token-sequence.ts'
import type { Row } from '#lib/models/onnx/worker-messages.ts'

export interface ScriptedSmallModel {
  readonly loadOnnx: LoadOnnxModel
  /** Tokens of each evaluated text, in order. */
  readonly evaluated: number[][]
}

// A word is a token, and its id is its length.
const tokens: TextTokens = {
  marks: { single: 2, pair: 3 },
  read: async (text, max) =>
    text
      .split(/\s+/)
      .filter(word => word !== '')
      .slice(0, max + 1)
      .map(word => word.length),
  single: ids => ({ ids: Int32Array.of(0, ...ids, 0), secondStart: ids.length + 2 }),
  pair: (first, second) => ({
    ids: Int32Array.of(0, ...first, 0, ...second, 0),
    secondStart: first.length + 2,
  }),
}

/** A small model without native code; `evaluate` derives a vector from the tokens. */
export function createScriptedSmallModel(
  evaluate: (sequence: TokenSequence) => Row | Promise<Row> = ({ ids }) => Float32Array.of(3, ids.length),
): ScriptedSmallModel {
  const evaluated: number[][] = []
  return {
    evaluated,
    loadOnnx: async entry => ({
      entry,
      tokens,
      batches: createTextBatches({
        semaphore: createComputeSemaphore(),
        parallel: 1,
        evaluate: async sequences => {
          for (const { ids } of sequences) evaluated.push([...ids])
          return await Promise.all(sequences.map(async sequence => await evaluate(sequence)))
        },
      }),
      dispose: async () => undefined,
    }),
  }
}
