import { ApiError } from '#lib/errors.ts'
import type { EmbeddingInputs, EmbedRequest } from '#lib/engines/embedding/embedding-model.ts'
import type { EmbeddingTarget } from '#lib/engines/embedding/embedding-target.ts'
import { countTokens, cutToTokens } from './count-tokens.ts'

/** Of all inputs of one request together. */
const requestTokensMax = 300_000

// Tokenizers differ: only what is over by more than this is refused here, the rest by the model itself.
const tolerance = 1.1
const vocabulary = 'cl100k'

/**
 * The inputs as this model takes them: cut to its window where that was asked for.
 * @throws ApiError `context_length_exceeded`; `unsupported_parameter` for token ids that it does not take
 */
export async function fitInputs(request: EmbedRequest, target: EmbeddingTarget): Promise<EmbedRequest> {
  const { inputs, truncate } = request
  if (inputs.kind === 'tokens' && target.model.takesTokens !== true) throw textsOnly(target)
  const window = target.model.truncates === true ? undefined : target.contextWindow
  const fitting = window === undefined ? inputs : await fitWindow(inputs, window, truncate, target)
  await checkTotal(fitting, truncate ? target.contextWindow : undefined)
  return fitting === inputs ? request : { ...request, inputs: fitting }
}

/** A quick upper guess: UTF-8 bytes ÷ 3. */
export function guessInputTokens(inputs: EmbeddingInputs): number {
  return sizesOf(inputs).reduce((sum, tokens) => sum + tokens, 0)
}

/** By the tokenizer: for billing where the upstream gave no usage. */
export async function countInputTokens(inputs: EmbeddingInputs): Promise<number> {
  if (inputs.kind === 'tokens') return guessInputTokens(inputs)
  return countTokens(inputs.texts.join('\n'), { vocabulary })
}

async function fitWindow(
  inputs: EmbeddingInputs,
  window: number,
  truncate: boolean,
  target: EmbeddingTarget,
): Promise<EmbeddingInputs> {
  if (truncate) return cutInputs(inputs, window)
  for (const [at, guess] of sizesOf(inputs).entries()) {
    if (guess <= window) continue
    const tokens =
      inputs.kind === 'tokens' ? guess : await countTokens(inputs.texts[at] ?? '', { vocabulary })
    const most = inputs.kind === 'tokens' ? window : window * tolerance
    if (tokens > most) throw tooLong(at, tokens, window, target)
  }
  return inputs
}

async function cutInputs(inputs: EmbeddingInputs, window: number): Promise<EmbeddingInputs> {
  if (inputs.kind === 'tokens') {
    return { kind: 'tokens', tokens: inputs.tokens.map(tokens => tokens.slice(0, window)) }
  }
  const texts = [...inputs.texts]
  for (const [at, text] of texts.entries()) {
    // A token is at least one byte: what is shorter fits for certain.
    if (Buffer.byteLength(text) > window) texts[at] = await cutToTokens(text, window, vocabulary)
  }
  return { kind: 'texts', texts }
}

/** @param window tokens after which the model cuts each input itself */
async function checkTotal(inputs: EmbeddingInputs, window = Infinity): Promise<void> {
  const guess = sizesOf(inputs).reduce((sum, tokens) => sum + Math.min(tokens, window), 0)
  if (guess <= requestTokensMax) return
  if (inputs.kind === 'tokens') throw tooMany()
  let total = 0
  for (const text of inputs.texts) {
    const tokensMax = Math.min(window, requestTokensMax - total)
    total += Math.min(window, await countTokens(text, { vocabulary, tokensMax }))
    if (total > requestTokensMax) throw tooMany()
  }
}

function sizesOf(inputs: EmbeddingInputs): number[] {
  if (inputs.kind === 'tokens') return inputs.tokens.map(tokens => tokens.length)
  return inputs.texts.map(text => Math.ceil(Buffer.byteLength(text) / 3))
}

function textsOnly(target: EmbeddingTarget): ApiError {
  const message = `The model \`${target.publicId}\` takes texts, not token ids: each model has its own. Send strings.`
  return new ApiError('unsupported_parameter', message, { param: 'input' })
}

function tooLong(at: number, tokens: number, window: number, target: EmbeddingTarget): ApiError {
  const message =
    `Input ${at} has about ${tokens} tokens; the window of \`${target.publicId}\` is ${window}. ` +
    'Send shorter inputs, or set `truncate` to true.'
  return new ApiError('context_length_exceeded', message, { param: 'input' })
}

function tooMany(): ApiError {
  const limit = requestTokensMax.toLocaleString('en')
  const message = `The inputs have more than ${limit} tokens in all, the most of one request. Send them in several.`
  return new ApiError('context_length_exceeded', message, { param: 'input' })
}
