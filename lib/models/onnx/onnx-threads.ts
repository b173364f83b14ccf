import { shareOut } from './share-out.ts'
import { startOnnxThread, type OnnxThread } from './onnx-thread.ts'
import type { TokenSequence } from './token-sequence.ts'
import type { OnnxWorkerData, Row } from './worker-messages.ts'

/** One graph, loaded once for each of a few threads. */
export interface OnnxThreads {
  readonly count: number
  /** Evaluates each sequence by itself. @returns rows in the order of the sequences; the next call comes after */
  run(sequences: readonly TokenSequence[]): Promise<readonly Row[]>
  /** What has not been evaluated fails. A process that ends before its threads have is aborted by the library. */
  dispose(): Promise<void>
}

// Each holds the weights again: past a few, memory is worth more than speed.
const threadsMax = 4

/**
 * Sequences are shared out to threads, and never put into one padded batch: in an int8 graph the scale of the
 * activations is that of the whole batch, so a text's vector would depend on its neighbours (measured with bge-small:
 * a cosine distance up to 0.012). Alone it is always the same, nothing is spent on padding, and one thread for each
 * core is as fast (14,000 tokens a second on two cores, 11,000 in padded batches of 16).
 * @param options.threads the machine's budget
 * @throws Error when the graph cannot be loaded
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
      const shares = shareOut(
        sequences.map(sequence => sequence.ids.length),
        count,
      )
      await Promise.all(
        shares.map(async (share, index) => {
          if (share.length === 0) return
          const part = await revive(index).run(share.flatMap(position => sequences[position] ?? []))
          for (const [place, position] of share.entries())
            rows[position] = part[place] ?? { failure: 'no row' }
        }),
      )
      return rows
    },
    dispose,
  }
}
