import type { ComputeTurns } from '#lib/models/host/compute-turns.ts'

/**
 * Takes a turn for each step of the engine, sets the number of threads before it and learns from how long it took;
 * the wait for the turn does not count.
 */
export interface Pacer {
  /** A piece of a prompt. */
  prompt<T>(tokens: number, step: () => Promise<T>): Promise<T>
  /** One token of an answer. */
  token<T>(step: () => Promise<T>): Promise<T>
  /** The end of a prompt and the first token: so uneven that it tells nothing of the speed. */
  first<T>(step: () => Promise<T>): Promise<T>
}

/** Shorter pieces tell too little. */
const pieceTokensMin = 16

export function createPacer(options: {
  readonly threads: number
  readonly setThreads: (threads: number) => void
  readonly turns: Pick<ComputeTurns, 'step'>
}): Pacer {
  const { turns, setThreads } = options
  // Prompts wait for other threads once a piece, answers once a token: what suits one may not suit the other.
  const [prompts, answers] = [createThreadGovernor(options.threads), createThreadGovernor(options.threads)]
  return {
    async prompt(tokens, step) {
      return await turns.step(async () => {
        setThreads(prompts.threads)
        const startMs = performance.now()
        const result = await step()
        if (tokens >= pieceTokensMin) prompts.observe((performance.now() - startMs) / tokens)
        return result
      })
    },
    async token(step) {
      return await turns.step(async () => {
        setThreads(answers.threads)
        const startMs = performance.now()
        const result = await step()
        answers.observe(performance.now() - startMs)
        return result
      })
    },
    async first(step) {
      return await turns.step(step)
    },
  }
}

interface ThreadGovernor {
  /** How many threads the next token is computed with. */
  readonly threads: number
  /** Milliseconds that the last token took with `threads`. */
  observe(tokenMs: number): void
}

const smoothing = 0.3
const firstProbeMs = 2_000
const probeMsMax = 20_000
const trialTokens = 2
/** A token this much slower than usual asks the question at once. */
const sudden = 3
/** Less than this is noise, and no reason to change. */
const worthIt = 0.85

/**
 * Chooses between all threads and half of them by trying. The engine's threads wait for each other hundreds of times
 * a token: where another program takes a core away, all of them are far slower than half (measured on two cores:
 * 27 tokens a second alone, below 1 beside a browser, where one thread still gives 10).
 */
export function createThreadGovernor(
  full: number,
  now: () => number = () => performance.now(),
): ThreadGovernor {
  const reduced = Math.max(1, Math.floor(full / 2))
  const usualMs = new Map<number, number>()
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
      const before = usualMs.get(threads)
      const onTrial = threads !== settled
      // What was measured on an earlier trial tells nothing of now.
      const isFresh = before === undefined || (onTrial && trialLeft === trialTokens)
      usualMs.set(threads, isFresh ? tokenMs : before + smoothing * (tokenMs - before))
      if (onTrial) {
        trialLeft -= 1
        const [tried, usual] = [usualMs.get(threads) ?? tokenMs, usualMs.get(settled) ?? tokenMs]
        if (tried > usual) return settle(settled)
        if (trialLeft === 0) settle(tried < usual * worthIt ? threads : settled)
        return
      }
      const suddenlySlow = settled === full && before !== undefined && tokenMs > before * sudden
      if (now() < nextProbeMs && !suddenlySlow) return
      threads = settled === full ? reduced : full
      trialLeft = trialTokens
    },
  }
}
