import { createThreadGovernor } from './thread-governor.ts'

/** Sets the number of threads before each step of the engine, and learns from how long it took. */
export interface Pacer {
  /** A piece of a prompt. */
  prompt<T>(tokens: number, step: () => Promise<T>): Promise<T>
  /** One token of an answer. */
  token<T>(step: () => Promise<T>): Promise<T>
}

/** Shorter pieces tell too little. */
const pieceTokensMin = 16

export function createPacer(options: {
  readonly threads: number
  readonly setThreads: (threads: number) => void
}): Pacer {
  // Prompts wait for other threads once a piece, answers once a token: what suits one may not suit the other.
  const [prompts, answers] = [createThreadGovernor(options.threads), createThreadGovernor(options.threads)]
  return {
    async prompt(tokens, step) {
      options.setThreads(prompts.threads)
      const startMs = performance.now()
      const result = await step()
      if (tokens >= pieceTokensMin) prompts.observe((performance.now() - startMs) / tokens)
      return result
    },
    async token(step) {
      options.setThreads(answers.threads)
      const startMs = performance.now()
      const result = await step()
      answers.observe(performance.now() - startMs)
      return result
    },
  }
}
