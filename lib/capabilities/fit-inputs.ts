import { ApiError } from '#lib/errors.ts'
import type { EmbeddingInputs, EmbedRequest } from '#lib/engines/embedding/embedding-model.ts'
import type { EmbeddingTarget } from '#lib/engines/embedding/embedding-target.ts'
import { countTokens, cutToTokens } from './count-tokens.ts'
import { guessEachInput, guessInputTokens, inputVocabulary, readMax } from './input-tokens.ts'
import { windowTolerance } from './window-tolerance.ts'

/** Of all inputs of one request together. */
const requestTokensMax = 300_000

/**
 * The inputs as this model takes them: cut to its window where that was asked for.
 * @throws ApiError `context_length_exceeded`; `unsupported_parameter` for token ids that it does not take
 */
export async function fitInputs(request: EmbedRequest, target: EmbeddingTarget): Promise<EmbedRequest> {
  const { inputs, truncate } = request
  if (inputs.kind === 'tokens' && target.model.takesTokens !== true) throw textsOnly(target)
  const cutsThem = target.model.truncates === true
  // Where the server cuts at a window that is not known here, nobody here can tell what it reads.
  if (cutsThem && truncate && target.contextWindow === undefined) return request
  const window = cutsThem ? undefined : target.contextWindow
  if (window === undefined || !truncate) {
    await checkTotal(request, target)
    if (window !== undefined) await checkWindow(request, window, target)
    return request
  }
  const fitting = { ...request, inputs: await cutInputs(inputs, window) }
  await checkTotal(fitting, target)
  return fitting
}

/** All of them together first: nobody should count 30 MB to learn that one text of them is too long. */
async function checkTotal(request: EmbedRequest, target: EmbeddingTarget): Promise<void> {
  if (guessInputTokens(request, target) <= requestTokensMax) return
  if (request.inputs.kind === 'tokens') throw tooMany()
  const window = readMax(request, target)
  let total = 0
  for (const text of request.inputs.texts) {
    const tokensMax = Math.min(window, requestTokensMax - total)
    total += Math.min(window, await countTokens(text, { vocabulary: inputVocabulary, tokensMax }))
    if (total > requestTokensMax) throw tooMany()
  }
}

async function checkWindow(request: EmbedRequest, window: number, target: EmbeddingTarget): Promise<void> {
  const { inputs } = request
  for (const [at, guess] of guessEachInput(request).entries()) {
    if (guess <= window) continue
    if (inputs.kind === 'tokens') throw tooLong(at, guess, window, target)
    const tokens = await countTokens(inputs.texts[at] ?? '', { vocabulary: inputVocabulary })
    if (tokens > window * windowTolerance) throw tooLong(at, tokens, window, target)
  }
}

async function cutInputs(inputs: EmbeddingInputs, window: number): Promise<EmbeddingInputs> {
  if (inputs.kind === 'tokens') {
    return { kind: 'tokens', tokens: inputs.tokens.map(tokens => tokens.slice(0, window)) }
  }
  const texts = [...inputs.texts]
  for (const [at, text] of texts.entries()) {
    // A token is at least one byte: what is shorter fits for certain.
    if (Buffer.byteLength(text) > window) texts[at] = await cutToTokens(text, window, inputVocabulary)
  }
  return { kind: 'texts', texts }
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
