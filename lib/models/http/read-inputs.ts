import { ApiError } from '#lib/errors.ts'
import type { Embedder } from '#lib/models/onnx/onnx-model.ts'
import type { TokenSequence } from '#lib/models/onnx/token-sequence.ts'

export interface InputOptions {
  /** Prefix of each text. */
  readonly prefix: string
  /** Truncate texts that exceed the context window. */
  readonly truncate: boolean
  readonly signal: AbortSignal
}

/** Per call, as at OpenAI. */
const callTokensMax = 300_000

/**
 * Tokenizes texts to embed, with the model's special tokens.
 * @throws ApiError `context_length_exceeded` with `param` `input`, for a text that exceeds the context window,
 * and if all of them exceed the limit per call
 */
export async function readInputs(
  { tokens, entry }: Pick<Embedder, 'tokens' | 'entry'>,
  texts: readonly string[],
  { prefix, truncate, signal }: InputOptions,
): Promise<TokenSequence[]> {
  const available = entry.contextTokens - tokens.marks.single
  const sequences: TokenSequence[] = []
  let total = 0
  for (const [index, text] of texts.entries()) {
    signal.throwIfAborted()
    const ids = await tokens.read(prefix + text, available)
    if (ids.length > available && !truncate) throw tooLong(index, texts.length, entry.id, entry.contextTokens)
    const sequence = tokens.single(ids.slice(0, available))
    sequences.push(sequence)
    total += sequence.ids.length
    if (total > callTokensMax) throw tooMany()
  }
  return sequences
}

function tooLong(index: number, count: number, modelId: string, contextTokens: number): ApiError {
  const which = count === 1 ? 'The input' : `Input ${index}`
  return new ApiError(
    'context_length_exceeded',
    `${which} exceeds the ${contextTokens} tokens that \`${modelId}\` reads. Split it, or send truncate: true to embed only its beginning.`,
    { param: 'input' },
  )
}

function tooMany(): ApiError {
  const limit = callTokensMax.toLocaleString('en')
  const message = `The inputs have more than ${limit} tokens in total, the limit per request. Split them into several requests.`
  return new ApiError('context_length_exceeded', message, { param: 'input' })
}
