import {
  type embeddingsContract,
  type EmbeddingsRequest,
  embeddingsRequestSchema,
} from '#lib/contracts/api/embeddings.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type {
  WrittenVector,
  EmbeddingInputs,
  EmbedRequest,
  EmbedAnswer,
} from '#lib/providers/embedding/embedding-model.ts'
import type { EmbeddingTarget } from '#lib/providers/embedding/embedding-target.ts'
import { attemptOnce, type UnaryOptions } from '#lib/capabilities/attempts/attempt-once.ts'
import { chooseTargets } from '#lib/capabilities/attempts/choose-targets.ts'
import type { Handler } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { EmbeddingModels } from './embedding-models.ts'
import {
  abandonedUsage,
  believedCount,
  inputUsage,
  templateTokensMax,
} from '#lib/capabilities/tokens/input-usage.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import { ApiError } from '#lib/errors.ts'
import { readVector, writeVector } from './written-vector.ts'
import {
  countTokens,
  countTokensAtMost,
  cutToTokens,
  decodeTokens,
} from '#lib/capabilities/tokens/count-tokens.ts'
import { windowTolerance } from '#lib/capabilities/tokens/window-tolerance.ts'

export interface EmbedOptions extends UnaryOptions {
  readonly models: EmbeddingModels
}

/** Embeds texts with the first available target. */
export function createEmbed(options: EmbedOptions): Handler<typeof embeddingsContract> {
  return async (input, context) => {
    const { vectors, target, usage } = await askEmbedding(input, context, options)
    return writeEmbeddings(vectors, target.publicId, usage)
  }
}

/** The vectors as received, the target that returned them, and the tokens, already metered. */
export async function askEmbedding(
  input: EmbeddingsRequest,
  context: RequestContext,
  options: EmbedOptions,
): Promise<{ vectors: readonly WrittenVector[]; target: EmbeddingTarget; usage: Usage }> {
  const request = toEmbedRequest(input)
  const { reportedCosts } = options.policy
  // Vectors of different models are not comparable: only the operator sets fallbacks.
  const targets = chooseTargets({ model: input.model }, context.caller, id =>
    options.models.resolveEmbedding(id),
  )
  const { target, prepared, answer, bound, attempt } = await attemptOnce(targets, context, options, {
    prepare(target) {
      checkDimensions(request.dimensions, target)
      return fitInputs(request, target)
    },
    guessTokens: guessInputTokens,
    bound: (prepared, target) => ({ tokens: boundInputTokens(prepared, target) }),
    boundClosely: async (prepared, target) => ({ tokens: await countInputTokensAtMost(prepared, target) }),
    async send(prepared, target, attemptOptions) {
      const given = await target.model.embed(prepared, attemptOptions)
      const { promptTokens, costUsd } = given
      return { vectors: fitVectors(given, request, target), promptTokens, costUsd }
    },
    estimate: async (prepared, target) =>
      abandonedUsage({ tokens: await countInputTokens(prepared, target) }, target, reportedCosts),
  })
  const { vectors, promptTokens, costUsd } = answer
  const tokens = await believedCount(promptTokens, bound.tokens, () => countInputTokens(prepared, target))
  const { count, isCounted, isRefused: mismatch } = tokens
  const used = { tokens: count, reportedUsd: costUsd, whole: true, mismatch }
  const { usage, charge } = inputUsage(used, target, reportedCosts)
  attempt.charged(usage, charge)
  context.usage.meter(usage, { estimated: isCounted, charge })
  return { vectors, target, usage }
}

/** The response around vectors that are already JSON: only the parts between them are serialized. */
function writeEmbeddings(vectors: readonly WrittenVector[], model: string, usage: Usage): WrittenJson {
  const parts: Buffer[] = []
  let glue = '{"object":"list","data":['
  for (const [index, { encoding, text }] of vectors.entries()) {
    const quote = encoding === 'base64' ? '"' : ''
    parts.push(Buffer.from(`${glue}{"object":"embedding","index":${index},"embedding":${quote}`), text)
    glue = `${quote}},`
  }
  const { prompt_tokens, total_tokens, cost, cost_details } = usage
  const tail = JSON.stringify({ model, usage: { prompt_tokens, total_tokens, cost, cost_details } }).slice(1)
  parts.push(Buffer.from(`${glue.replace(/,$/, '')}],${tail}`))
  return new WrittenJson(parts)
}

/** The request to the engine: defaults filled in, unknown fields separate, nulls dropped. */
export function toEmbedRequest(input: EmbeddingsRequest): EmbedRequest {
  return {
    inputs: toInputs(input.input),
    encoding: input.encoding_format ?? input.embedding_type ?? 'float',
    dimensions: input.dimensions ?? null,
    task: input.task ?? null,
    truncate: input.truncate ?? false,
    lateChunking: input.late_chunking ?? false,
    normalized: input.normalized ?? true,
    extra: Object.fromEntries(
      Object.entries(input).filter(([name, value]) => !ours.has(name) && value !== null),
    ),
  }
}

// `user` is only for the upstream.
const ours = new Set(Object.keys(embeddingsRequestSchema.shape).filter(name => name !== 'user'))

function toInputs(input: EmbeddingsRequest['input']): EmbeddingInputs {
  if (typeof input === 'string') return { kind: 'texts', texts: [input] }
  if (isTexts(input)) return { kind: 'texts', texts: input }
  return { kind: 'tokens', tokens: isTokens(input) ? [input] : input }
}

function isTexts(input: readonly unknown[]): input is readonly string[] {
  return typeof input[0] === 'string'
}

function isTokens(input: readonly unknown[]): input is number[] {
  return typeof input[0] === 'number'
}

/**
 * The vectors in the requested encoding and dimensions; unchanged where they already match.
 * @throws ApiError `upstream_error` for vectors of the wrong length, `unsupported_parameter` where the
 * upstream ignored `dimensions`
 */
export function fitVectors(
  answer: EmbedAnswer,
  request: EmbedRequest,
  target: EmbeddingTarget,
): readonly WrittenVector[] {
  const cut = cutOf(answer, request, target)
  return answer.vectors.map(vector => {
    if (cut === null && vector.encoding === request.encoding) return vector
    const whole = readVector(vector)
    const values = cut === null ? whole : shorten(whole, cut, request.normalized)
    return writeVector(values, request.encoding)
  })
}

/** Number of dimensions to cut the vectors to; null: no cut. All have the same length. */
function cutOf(
  { vectors }: EmbedAnswer,
  { dimensions }: EmbedRequest,
  target: EmbeddingTarget,
): number | null {
  const [first] = vectors
  const wanted = dimensions ?? target.dimensions
  if (first === undefined || wanted === undefined) return null
  const given = first.dimensions
  if (given === wanted) return null
  if (dimensions === null || given < wanted) throw wrongLength(given, wanted, target)
  if (target.dimensionsAdjustable !== true) throw notAdjustable(target)
  return wanted
}

function shorten(vector: Float32Array, dimensions: number, normalized: boolean): Float32Array {
  const part = vector.slice(0, dimensions)
  if (!normalized) return part
  const length = Math.hypot(...part)
  return length === 0 ? part : part.map(value => value / length)
}

function wrongLength(given: number, wanted: number, target: EmbeddingTarget): ApiError {
  const message = `The provider \`${target.providerId}\` returned vectors with ${given} dimensions instead of ${wanted} for \`${target.publicId}\`.`
  return new ApiError('upstream_error', message)
}

/** Total of all inputs of one request. */
const requestTokensMax = 300_000

/**
 * The inputs for this model: token IDs as text where it accepts only text, truncated to its context window if
 * requested.
 * @throws ApiError `context_length_exceeded`; `invalid_value` for a token ID that does not exist
 */
export async function fitInputs(given: EmbedRequest, target: EmbeddingTarget): Promise<EmbedRequest> {
  const request = target.model.takesTokens === true ? given : await withTexts(given, target)
  const { inputs, truncate } = request
  const cutsThem = target.model.truncates === true
  // Where the server truncates at an unknown context window, we cannot tell how much it reads.
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

/**
 * The same with texts. Clients such as LangChain send the token IDs of OpenAI's embedding models, whatever the model.
 */
async function withTexts(request: EmbedRequest, target: EmbeddingTarget): Promise<EmbedRequest> {
  const { inputs } = request
  if (inputs.kind === 'texts') return request
  if (guessInputTokens(request, target) > requestTokensMax) throw tooMany()
  const texts = await decodeTokens(inputs.tokens, inputVocabulary)
  const unknown = texts.indexOf(null)
  if (unknown !== -1) throw unknownToken(unknown)
  return { ...request, inputs: { kind: 'texts', texts: texts.filter(text => text !== null) } }
}

/** The total first: avoids counting 30 MB to find that one text is too long. */
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
    // A token is at least one byte: shorter texts always fit.
    if (Buffer.byteLength(text) > window) texts[at] = await cutToTokens(text, window, inputVocabulary)
  }
  return { kind: 'texts', texts }
}

function unknownToken(at: number): ApiError {
  const message = `Input ${at} has a token ID that is not in the vocabulary \`${inputVocabulary}\`. Send strings.`
  return new ApiError('invalid_value', message, { param: 'input' })
}

function tooLong(at: number, tokens: number, window: number, target: EmbeddingTarget): ApiError {
  const message =
    `Input ${at} has about ${tokens} tokens; the context window of \`${target.publicId}\` is ${window}. ` +
    'Send shorter inputs, or set `truncate` to true.'
  return new ApiError('context_length_exceeded', message, { param: 'input' })
}

function tooMany(): ApiError {
  const limit = requestTokensMax.toLocaleString('en')
  const message = `The inputs have more than ${limit} tokens in total, the limit per request. Split them into several requests.`
  return new ApiError('context_length_exceeded', message, { param: 'input' })
}

/**
 * Rejects unsupported dimensions before the model is called.
 * @throws ApiError `unsupported_parameter`, `integer_above_max_value`
 */
function checkDimensions(dimensions: number | null, target: EmbeddingTarget): void {
  if (dimensions === null) return
  if (target.dimensionsAdjustable === false) throw notAdjustable(target)
  const native = target.dimensions ?? Infinity
  if (dimensions <= native) return
  const message = `'dimensions' is ${dimensions}; \`${target.publicId}\` has ${native}.`
  throw new ApiError('integer_above_max_value', message, { param: 'dimensions' })
}

/** A truncated vector is of little use unless the model was trained for it. */
function notAdjustable(target: EmbeddingTarget): ApiError {
  const size = target.dimensions === undefined ? '' : ` from ${target.dimensions}`
  const message = `The model \`${target.publicId}\` does not support reducing dimensions${size}. Omit \`dimensions\`.`
  return new ApiError('unsupported_parameter', message, { param: 'dimensions' })
}

/** The limit of OpenAI's embedding models. */
const inputVocabulary = 'cl100k'

/** Tokens of each input: exact for token ids, a quick upper estimate for texts, UTF-8 bytes ÷ 3. */
function guessEachInput({ inputs }: EmbedRequest): number[] {
  if (inputs.kind === 'tokens') return inputs.tokens.map(tokens => tokens.length)
  return inputs.texts.map(text => Math.ceil(Buffer.byteLength(text) / 3))
}

/** Tokens read of each input: at most the context window where the server truncates. */
function readMax({ truncate }: Pick<EmbedRequest, 'truncate'>, { contextWindow }: EmbeddingTarget): number {
  return truncate ? (contextWindow ?? Infinity) : Infinity
}

/** Total tokens read, as a quick upper estimate. */
function guessInputTokens(request: EmbedRequest, target: EmbeddingTarget): number {
  const max = readMax(request, target)
  return guessEachInput(request).reduce((sum, tokens) => sum + Math.min(tokens, max), 0)
}

// A server with another vocabulary reads token IDs as text.
const otherVocabularyFactor = 2

/** More than any model counts: a tokenizer never makes more tokens than bytes. */
function boundInputTokens({ inputs, ...request }: EmbedRequest, target: EmbeddingTarget): number {
  const sizes =
    inputs.kind === 'tokens'
      ? inputs.tokens.map(tokens => tokens.length * otherVocabularyFactor)
      : inputs.texts.map(text => Buffer.byteLength(text))
  return sumOfRead(sizes, readMax(request, target))
}

/** A closer bound, by tokenizer. */
async function countInputTokensAtMost(
  { inputs, ...request }: EmbedRequest,
  target: EmbeddingTarget,
): Promise<number> {
  const sizes =
    inputs.kind === 'tokens'
      ? inputs.tokens.map(tokens => tokens.length)
      : await Promise.all(inputs.texts.map(text => countTokensAtMost(text)))
  return sumOfRead(sizes, readMax(request, target))
}

/** With what servers add to each text. */
function sumOfRead(sizes: readonly number[], max: number): number {
  return sizes.reduce((sum, tokens) => sum + Math.min(tokens, max) + templateTokensMax, 0)
}

/** By tokenizer: for billing where the upstream reported no usage. */
async function countInputTokens(request: EmbedRequest, target: EmbeddingTarget): Promise<number> {
  const { inputs } = request
  if (inputs.kind === 'tokens') return guessInputTokens(request, target)
  const tokensMax = readMax(request, target)
  const counts = await Promise.all(
    inputs.texts.map(text => countTokens(text, { vocabulary: inputVocabulary, tokensMax })),
  )
  return counts.reduce((sum, tokens) => sum + Math.min(tokens, tokensMax), 0)
}
