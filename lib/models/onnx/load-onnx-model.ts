import type { CrossEncoderEntry, EmbeddingEntry } from '#lib/models/catalog-entry.ts'
import type { ComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import type { OnnxModel } from './onnx-model.ts'
import type { Reduction } from './reduce-output.ts'
import { createTextBatches } from './text-batches.ts'
import { loadTextTokens } from './text-tokens.ts'
import type { TokenSequence } from './token-sequence.ts'
import type { OnnxWorkerData, Row, FromWorker, ToWorker } from './worker-messages.ts'
import { startModelThread } from './model-thread.ts'

export type LoadOnnxModel = <Entry extends EmbeddingEntry | CrossEncoderEntry>(
  entry: Entry,
  paths: { readonly model: string; readonly tokenizer: string },
) => Promise<OnnxModel<Entry>>

/**
 * @param options.threads the machine's budget
 * @returns a loader; loading has no signal, because waiting calls share it
 */
export function createOnnxLoader(options: {
  readonly threads: number
  readonly semaphore: ComputeSemaphore
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
        semaphore: options.semaphore,
        parallel: threads.count,
      }),
      dispose: async () => await threads.dispose(),
    }
  }
}

function toReduction(entry: EmbeddingEntry | CrossEncoderEntry): Reduction {
  return entry.kind === 'embeddings' ? entry.pooling : 'all'
}

/** One graph, loaded once per thread. */
interface OnnxThreads {
  readonly count: number
  /** Evaluates each sequence separately. @returns rows in the order of the sequences; calls must be sequential */
  run(sequences: readonly TokenSequence[]): Promise<readonly Row[]>
  /** Fails pending sequences. The library aborts a process that exits before its threads have ended. */
  dispose(): Promise<void>
}

// Each thread holds the weights again: beyond a few, memory matters more than speed.
const threadsMax = 4

/**
 * Balances sequences over threads, and never pads them into one batch: an int8 graph scales activations over the
 * whole batch, so a text's vector would depend on its neighbors (measured with bge-small: a cosine distance up to
 * 0.012). Separately it is always the same, nothing is wasted on padding, and one thread per core is as fast
 * (14,000 tokens per second on two cores, 11,000 in padded batches of 16).
 * @param options.threads the machine's budget
 * @throws Error if the graph cannot be loaded
 */
export async function startOnnxThreads(
  options: Omit<OnnxWorkerData, 'threads'> & { readonly threads: number },
): Promise<OnnxThreads> {
  const count = Math.max(1, Math.min(threadsMax, options.threads))
  const data = { ...options, threads: Math.max(1, Math.floor(options.threads / count)) }
  const threads = Array.from({ length: count }, () => startOnnxThread(data))
  let disposed = false
  const dispose = async () => {
    disposed = true
    await Promise.all(threads.map(async thread => await thread.dispose()))
  }
  try {
    await Promise.all(threads.map(async thread => await thread.ready))
  } catch (error) {
    await dispose()
    throw error
  }

  const revive = (index: number): OnnxThread => {
    const thread = threads[index]
    if (thread !== undefined && (thread.alive || disposed)) return thread
    const fresh = startOnnxThread(data)
    threads[index] = fresh
    return fresh
  }

  return {
    count,
    async run(sequences) {
      const rows: Row[] = []
      const shares = balance(
        sequences.map(sequence => sequence.ids.length),
        count,
      )
      await Promise.all(
        shares.map(async (share, index) => {
          if (share.length === 0) return
          const part = await revive(index).run(share.flatMap(position => sequences[position] ?? []))
          for (const [index, position] of share.entries())
            rows[position] = part[index] ?? { failure: 'no row' }
        }),
      )
      return rows
    },
    dispose,
  }
}

// Starting a graph costs about as much as this many tokens.
const startTokens = 20

/**
 * Balances texts so that all threads finish at about the same time: longest first, each to the least loaded
 * thread.
 * @param lengths tokens of each text
 * @returns for each thread the indexes of its texts
 */
export function balance(lengths: readonly number[], threads: number): number[][] {
  const shares = Array.from({ length: threads }, () => ({ tokens: 0, positions: [] as number[] }))
  const longestFirst = [...lengths.entries()].toSorted(([, a], [, b]) => b - a)
  for (const [position, length] of longestFirst) {
    const least = shares.reduce((best, share) => (share.tokens < best.tokens ? share : best))
    least.tokens += length + startTokens
    least.positions.push(position)
  }
  return shares.map(share => share.positions)
}

/** A graph in its own thread. One batch at a time. */
interface OnnxThread {
  /** Rejects if the graph cannot be loaded. */
  readonly ready: Promise<void>
  /** False after the thread has exited. */
  readonly alive: boolean
  /** @returns a row for each sequence; if the thread dies, each has the error */
  run(sequences: readonly TokenSequence[]): Promise<readonly Row[]>
  dispose(): Promise<void>
}

export function startOnnxThread(data: OnnxWorkerData): OnnxThread {
  const program = new URL('./onnx-worker.ts', import.meta.url)
  const thread = startModelThread<
    Exclude<ToWorker, { type: 'close' }>,
    Exclude<FromWorker, { type: 'ready' }>
  >(program, data)
  return {
    ready: thread.ready,
    get alive() {
      return thread.alive
    },
    async run(sequences) {
      try {
        return (await thread.ask({ type: 'batch', sequences })).rows
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        return sequences.map(() => ({ failure }))
      }
    },
    dispose: () => thread.dispose(),
  }
}
