import type { ChatEntry } from '#lib/models/catalog-entry.ts'
import type { ChatRunner, PromptReading } from '#lib/models/llama/chat-runner.ts'
import type { LoadingState } from '#lib/models/host/resident.ts'
import type { Exchange } from './exchange.ts'
import type { ModelHost } from './model-host.ts'

/** A slot at a loaded model, with the caller's wait times. */
export interface ModelLease extends Disposable {
  readonly runner: ChatRunner
  readonly queueMs: number
  readonly loadMs: number
  readonly loadReason: LoadingState['reason'] | null
}

/** Waits for the weights, for a slot and for the model, in this order. */
export async function acquireModel(
  host: ModelHost,
  entry: ChatEntry,
  { request, signal }: Exchange,
  note: (text: string) => void,
): Promise<ModelLease> {
  await host.weights.require(entry, signal)
  const startMs = performance.now()
  const leave = await host.queue.enter({
    model: entry.id,
    key: toKey({ request }),
    signal,
    onPosition: position => note(`queued ${position}`),
  })
  const queueMs = performance.now() - startMs
  try {
    note('keep-alive')
    const { memoryBytes } = host.windowOf(entry)
    const use = await host.resident.use({ ...entry, memoryBytes }, loading => note(toLoadingNote(loading)))
    if (use.loadReason !== null) note(`loaded ${Math.round(use.loadMs)}; reason=${use.loadReason}`)
    return {
      runner: use.runner,
      queueMs,
      loadMs: use.loadMs,
      loadReason: use.loadReason,
      [Symbol.dispose]() {
        use[Symbol.dispose]()
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** In steps of ten percent, which are enough to see that it goes on. */
export function toLoadingNote({ share, reason }: LoadingState): string {
  return `loading ${Math.floor(share * 10) * 10}%; reason=${reason}`
}

/** Whether a note says that a call waits; others say that it no longer does. */
export function isWait(note: string): boolean {
  return /^(?:queued|loading|reading)/u.test(note)
}

/** In steps of ten percent. */
export function toReadingNote({ tokens, readTokens }: PromptReading): string {
  return `reading prompt ${Math.floor((readTokens / tokens) * 10) * 10}%; tokens=${tokens}`
}

const slowMs = 1000

/** Whether reading the rest of a prompt takes long enough to say so. */
export function isSlow({ tokens, readTokens }: PromptReading, { runner }: ModelLease): boolean {
  return ((tokens - readTokens) * 1000) / runner.promptTokensPerSecond >= slowMs
}

/** Key of the call. */
export function toKey({ request }: Pick<Exchange, 'request'>): string {
  return String(request.headers['x-sextant-key'] ?? '')
}

export function toServerTiming(waits: Pick<ModelLease, 'queueMs' | 'loadMs' | 'loadReason'>): string {
  const { queueMs, loadMs, loadReason } = waits
  const reason = loadReason === null ? '' : `;desc=${loadReason}`
  return `queue;dur=${queueMs.toFixed(1)}, load;dur=${loadMs.toFixed(1)}${reason}`
}
