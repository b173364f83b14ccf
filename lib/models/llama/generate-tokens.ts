import type { LlamaContextSequence, SequenceEvaluateOptions, Token } from 'node-llama-cpp'
import type { Pacer } from './pacer.ts'

export interface GeneratedToken {
  readonly token: Token
  readonly probabilities: ReadonlyMap<Token, number> | null
}

export interface GenerateTokensOptions {
  readonly sequence: LlamaContextSequence
  readonly prompt: readonly Token[]
  /** Whether what the sequence remembers may be used. Off for seeded calls: other batches, other rounding. */
  readonly reuse: boolean
  /** How many prompt tokens are evaluated before the next look at the signal. */
  readonly pieceTokens: number
  readonly probabilities: boolean
  readonly sampling: SequenceEvaluateOptions
  readonly pacer: Pacer
  readonly signal: AbortSignal
  readonly onPrompt: (cachedTokens: number) => void
}

/** Evaluates a prompt and yields what follows, until the model ends, the window is full or the signal aborts. */
export async function* generateTokens(options: GenerateTokensOptions): AsyncGenerator<GeneratedToken, void> {
  const { sequence, prompt, reuse, pieceTokens, probabilities, sampling, pacer, signal, onPrompt } = options
  const common = reuse ? sequence.compareContextTokens([...prompt]).firstDifferentIndex : 0
  const cached = Math.min(common, prompt.length - 1)
  if (cached < sequence.nextTokenIndex)
    await sequence.eraseContextTokenRanges([{ start: cached, end: sequence.nextTokenIndex }])
  onPrompt(cached)
  const lastPiece = Math.max(cached, prompt.length - pieceTokens)
  for (let start = cached; start < lastPiece; start += pieceTokens) {
    signal.throwIfAborted()
    const piece = prompt.slice(start, Math.min(start + pieceTokens, lastPiece))
    await pacer.prompt(piece.length, async () => await sequence.evaluateWithoutGeneratingNewTokens(piece))
  }
  signal.throwIfAborted()
  const tokens = sequence.evaluateWithMetadata(prompt.slice(lastPiece), { probabilities }, sampling)
  try {
    let next = await pacer.first(async () => await tokens.next())
    while (!next.done) {
      signal.throwIfAborted()
      yield { token: next.value.token, probabilities: toMap(next.value) }
      // The runner would make room by forgetting the beginning: an answer ends here instead.
      if (sequence.nextTokenIndex >= sequence.contextSize - 1) return
      next = await pacer.token(async () => await tokens.next())
    }
  } finally {
    await tokens.return()
  }
}

function toMap(generated: object): ReadonlyMap<Token, number> | null {
  return 'probabilities' in generated && generated.probabilities instanceof Map
    ? generated.probabilities
    : null
}
