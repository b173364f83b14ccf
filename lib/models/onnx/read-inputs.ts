import { ApiError } from '#lib/errors.ts'
import type { Embedder } from './onnx-model.ts'
import type { TokenSequence } from './token-sequence.ts'

export interface InputOptions {
  /** Written in front of each text. */
  readonly prefix: string
  /** Cut what is longer than the model reads. */
  readonly truncate: boolean
  readonly signal: AbortSignal
}

/** Of all texts of a call together, as OpenAI's. */
const callTokensMax = 300_000

/**
 * Tokens of texts that are to be embedded, with the marks of the model.
 * @throws ApiError `context_length_exceeded` with `param` `input`, for a text that is longer than the model reads, and
 * when all of them together are more than a call may hold
 */
export async function readInputs(
  { tokens, entry }: Pick<Embedder, 'tokens' | 'entry'>,
  texts: readonly string[],
  { prefix, truncate, signal }: InputOptions,
): Promise<TokenSequence[]> {
  const room = entry.contextTokens - tokens.marks.single
  const sequences: TokenSequence[] = []
  let total = 0
  for (const [index, text] of texts.entries()) {
    signal.throwIfAborted()
    const ids = await tokens.read(prefix + text, room)
    if (ids.length > room && !truncate) throw tooLong(index, texts.length, entry.id, entry.contextTokens)
    const sequence = tokens.single(ids.slice(0, room))
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
    `${which} is longer than the ${contextTokens} tokens that \`${modelId}\` reads. Cut it into parts, or send truncate: true to embed its beginning.`,
    { param: 'input' },
  )
}

function tooMany(): ApiError {
  const limit = callTokensMax.toLocaleString('en')
  const message = `The inputs have more than ${limit} tokens in all, the most of one request. Send them in several.`
  return new ApiError('context_length_exceeded', message, { param: 'input' })
}
