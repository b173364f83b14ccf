import type { ComputeTurns } from '#lib/models/host/compute-turns.ts'
import { createThreadGovernor } from './thread-governor.ts'

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
