import type { ComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'

/**
 * Acquires the semaphore for each step of the engine, sets the number of threads before it and learns from its
 * duration, without the wait.
 */
export interface Pacer {
  /** A piece of a prompt. */
  prompt<T>(tokens: number, step: () => Promise<T>): Promise<T>
  /** One token of an answer. */
  token<T>(step: () => Promise<T>): Promise<T>
  /** The end of a prompt and the first token: too irregular to measure speed. */
  first<T>(step: () => Promise<T>): Promise<T>
}

/** Shorter pieces are too imprecise. */
const pieceTokensMin = 16

export function createPacer(options: {
  readonly threads: number
  readonly setThreads: (threads: number) => void
  readonly semaphore: Pick<ComputeSemaphore, 'step'>
}): Pacer {
  const { semaphore, setThreads } = options
  // Prompts synchronize threads once per piece, answers once per token: their best settings may differ.
  const [prompts, answers] = [createThreadGovernor(options.threads), createThreadGovernor(options.threads)]
  return {
    async prompt(tokens, step) {
      return await semaphore.step(async () => {
        setThreads(prompts.threads)
        const startMs = performance.now()
        const result = await step()
        if (tokens >= pieceTokensMin) prompts.observe((performance.now() - startMs) / tokens)
        return result
      })
    },
    async token(step) {
      return await semaphore.step(async () => {
        setThreads(answers.threads)
        const startMs = performance.now()
        const result = await step()
        answers.observe(performance.now() - startMs)
        return result
      })
    },
    async first(step) {
      return await semaphore.step(step)
    },
  }
}

interface ThreadGovernor {
  /** Number of threads for the next token. */
  readonly threads: number
  /** Milliseconds of the last token with `threads`. */
  observe(tokenMs: number): void
}

const smoothing = 0.3
const firstProbeMs = 2_000
const probeMsMax = 20_000
const trialTokens = 2
/** A token slower than the average by this factor triggers a trial immediately. */
const sudden = 3
/** Smaller differences are noise, and no reason to change. */
const worthIt = 0.85

/**
 * Chooses between all threads and half of them by trial. The engine's threads synchronize hundreds of times per
 * token: if another program occupies a core, all threads are far slower than half (measured on two cores: 27
 * tokens per second alone, below 1 next to a browser, where one thread still gives 10).
 */
export function createThreadGovernor(
  full: number,
  now: () => number = () => performance.now(),
): ThreadGovernor {
  const reduced = Math.max(1, Math.floor(full / 2))
  const defaultMs = new Map<number, number>()
  let settled = full
  let threads = full
  let trialLeft = 0
  let probeMs = firstProbeMs
  let nextProbeMs = now() + firstProbeMs

  const settle = (winner: number) => {
    probeMs = winner === settled ? Math.min(probeMsMax, probeMs * 2) : firstProbeMs
    settled = winner
    threads = winner
    trialLeft = 0
    nextProbeMs = now() + probeMs
  }

  return {
    get threads() {
      return threads
    },
    observe(tokenMs) {
      if (full === reduced) return
      const before = defaultMs.get(threads)
      const onTrial = threads !== settled
      // Measurements of an earlier trial are outdated.
      const isFresh = before === undefined || (onTrial && trialLeft === trialTokens)
      defaultMs.set(threads, isFresh ? tokenMs : before + smoothing * (tokenMs - before))
      if (onTrial) {
        trialLeft -= 1
        const [tried, defaultValue] = [defaultMs.get(threads) ?? tokenMs, defaultMs.get(settled) ?? tokenMs]
        if (tried > defaultValue) return settle(settled)
        if (trialLeft === 0) settle(tried < defaultValue * worthIt ? threads : settled)
        return
      }
      const suddenlySlow = settled === full && before !== undefined && tokenMs > before * sudden
      if (now() < nextProbeMs && !suddenlySlow) return
      threads = settled === full ? reduced : full
      trialLeft = trialTokens
    },
  }
}
