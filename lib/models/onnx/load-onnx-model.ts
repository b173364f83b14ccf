import type { CrossEncoderEntry, EmbeddingEntry } from '#lib/models/catalogue-entry.ts'
import type { ComputeTurns } from '#lib/models/host/compute-turns.ts'
import type { OnnxModel } from './onnx-model.ts'
import { startOnnxThreads } from './onnx-threads.ts'
import type { Reduction } from './reduce-output.ts'
import { createTextBatches } from './text-batches.ts'
import { loadTextTokens } from './text-tokens.ts'

export type LoadOnnxModel = <Entry extends EmbeddingEntry | CrossEncoderEntry>(
  entry: Entry,
  paths: { readonly model: string; readonly tokenizer: string },
) => Promise<OnnxModel<Entry>>

/**
 * @param options.threads the machine's budget
 * @returns a loader; loading has no signal, because calls that wait for a model share it
 */
export function createOnnxLoader(options: {
  readonly threads: number
  readonly turns: ComputeTurns
}): LoadOnnxModel {
  return async (entry, paths) => {
    const tokens = await loadTextTokens(paths.tokenizer)
    const threads = await startOnnxThreads({
      modelPath: paths.model,
      reduction: toReduction(entry),
      threads: options.threads,
    })
    return {
      entry,
      tokens,
      batches: createTextBatches({
        evaluate: async sequences => await threads.run(sequences),
        turns: options.turns,
        parallel: threads.count,
      }),
      dispose: async () => await threads.dispose(),
    }
  }
}

function toReduction(entry: EmbeddingEntry | CrossEncoderEntry): Reduction {
  return entry.kind === 'embeddings' ? entry.pooling : 'all'
}
