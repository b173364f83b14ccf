import type { ChatEntry } from './catalog-entry.ts'

/** The context window of a chat model on this machine. */
export interface ContextWindow {
  readonly tokens: number
  /** Of the loaded model with this window, in all parallel calls. */
  readonly memoryBytes: number
}

export interface WindowChoice {
  readonly wantedTokens: number
  /** Calls of one model that run in parallel, each with its own window. */
  readonly parallel: number
  readonly totalMemoryBytes: number
}

// The memory of a model in the catalog was measured with this window, in two parallel calls.
const measuredTokens = 4096
const measuredParallel = 2
const memoryShareMax = 0.5

/**
 * The wanted window, unless the model was trained with a smaller one. It is halved while the loaded model would take
 * more than half of the machine's memory, down to 4,096 tokens.
 */
export function chooseWindow(
  entry: Pick<ChatEntry, 'trainedContextTokens' | 'memoryBytes' | 'cacheBytesPerToken'>,
  { wantedTokens, parallel, totalMemoryBytes }: WindowChoice,
): ContextWindow {
  const { trainedContextTokens, memoryBytes, cacheBytesPerToken } = entry
  const memoryOf = (tokens: number): number =>
    memoryBytes + (tokens * parallel - measuredTokens * measuredParallel) * cacheBytesPerToken
  let tokens = Math.min(wantedTokens, trainedContextTokens)
  while (tokens > measuredTokens && memoryOf(tokens) > totalMemoryBytes * memoryShareMax) {
    tokens = Math.max(measuredTokens, Math.floor(tokens / 2))
  }
  return { tokens, memoryBytes: memoryOf(tokens) }
}
