import type { Computed } from './viewer-state.ts'

/**
 * Tracks one computation of the worker from start to end; an aborted one is dropped.
 * @param show called with each state of it
 */
export async function compute<Result>(
  signal: AbortSignal,
  work: (onProgress: (share: number) => void) => Promise<Result>,
  show: (now: Computed<Result>) => void,
): Promise<void> {
  show({ state: 'running', share: 0 })
  try {
    show({ state: 'done', result: await work(share => show({ state: 'running', share })) })
  } catch (error) {
    if (signal.aborted) return show({ state: 'none' })
    show({ state: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
}
