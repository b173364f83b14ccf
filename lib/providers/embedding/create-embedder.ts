import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { inParts, type PartLimits } from '#lib/providers/transport/in-parts.ts'
import { UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import {
  openAnswer,
  readAnswerBytes,
  toRefusalInside,
  unreadable,
} from '#lib/providers/transport/open-answer.ts'
import { sumCounts } from '#lib/providers/transport/sum-counts.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import type {
  EmbedAnswer,
  EmbeddingModel,
  EmbedRequest,
  WrittenVector,
  EmbeddingInputs,
} from './embedding-model.ts'
import type { EmbeddingAdapter, FoundVectors } from './embedding-adapter.ts'

// 256 vectors of 8,192 numbers with 21 characters each are 44 MB.
const answerBytesMax = 64 * 1024 * 1024

/** An embedding model that uses its vendor's adapter. */
export function createEmbedder(upstream: ModelUpstream, adapter: EmbeddingAdapter): EmbeddingModel {
  const limits: PartLimits = { ...adapter.limits }
  return {
    providerId: upstream.providerId,
    modelId: upstream.modelId,
    takesTokens: adapter.takesTokens,
    truncates: adapter.truncates,
    async embed(request, attempt) {
      if (request.inputs.kind === 'tokens' && !adapter.takesTokens) throw tokensRefused(upstream)
      // The inputs are parts of one text and lose context when separated.
      if (request.lateChunking) {
        return join(upstream, request, [await embedPart(upstream, adapter, request, attempt)])
      }
      const sizes = sizeInputs(request.inputs)
      const parts = await inParts(sizes, limits, attempt, (start, end, options) =>
        embedPart(upstream, adapter, sliceRequest(request, start, end), options),
      )
      return join(
        upstream,
        request,
        parts.map(part => part.answer),
      )
    },
  }
}

async function embedPart(
  upstream: ModelUpstream,
  adapter: EmbeddingAdapter,
  request: EmbedRequest,
  attempt: AttemptOptions,
): Promise<EmbedAnswer> {
  const body = adapter.toBody(request, upstream.modelId)
  const response = await openAnswer(upstream, adapter.path, body, attempt, 'whole')
  const answer = await readAnswerBytes(upstream, response, attempt, answerBytesMax)
  return readAnswer(upstream, adapter, request, response, answer)
}

function readAnswer(
  upstream: ModelUpstream,
  adapter: EmbeddingAdapter,
  request: EmbedRequest,
  response: ExchangeResponse,
  answer: Buffer,
): EmbedAnswer {
  try {
    const { vectors, promptTokens, costUsd = null, refused } = adapter.findVectors(answer)
    if (refused) {
      const text = answer.toString()
      throw toRefusalInside(upstream, response, text, () => JSON.stringify(request.inputs))
    }
    return {
      vectors: orderVectors(vectors, countInputs(request.inputs)),
      promptTokens: promptTokens ?? adapter.countTokens?.(response.headers) ?? null,
      costUsd,
    }
  } catch (error) {
    if (error instanceof UnreadableJson) throw unreadable(upstream, error)
    throw error
  }
}

function join(upstream: ModelUpstream, request: EmbedRequest, parts: readonly EmbedAnswer[]): EmbedAnswer {
  const [only] = parts
  const answer: EmbedAnswer =
    parts.length === 1 && only !== undefined
      ? only
      : {
          vectors: parts.flatMap(part => part.vectors),
          promptTokens: sumCounts(parts.map(part => part.promptTokens)),
          costUsd: sumCounts(parts.map(part => part.costUsd)),
        }
  const lengths = new Set(answer.vectors.map(vector => vector.dimensions))
  if (lengths.size > 1) throw unreadable(upstream, new Error('the batches have vectors of different lengths'))
  checkDimensions(upstream, request, answer.vectors)
  return answer
}

/** Extra dimensions can be cut; fewer means that the model has no more. */
function checkDimensions(
  { modelId }: ModelUpstream,
  { dimensions }: EmbedRequest,
  vectors: readonly WrittenVector[],
): void {
  const has = vectors[0]?.dimensions
  if (dimensions === null || has === undefined || has >= dimensions) return
  const message = `The model \`${modelId}\` has ${has} dimensions; ${dimensions} were requested.`
  throw new UpstreamError('integer_above_max_value', message, { param: 'dimensions' })
}

function tokensRefused({ providerId }: ModelUpstream): UpstreamError {
  const message = `The provider \`${providerId}\` accepts text, not token IDs. Send strings.`
  return new UpstreamError('unsupported_parameter', message, { param: 'input' })
}

function countInputs(inputs: EmbeddingInputs): number {
  return inputs.kind === 'texts' ? inputs.texts.length : inputs.tokens.length
}

/** UTF-8 bytes of each input; a token counts as three bytes, as everywhere. */
function sizeInputs(inputs: EmbeddingInputs): number[] {
  return inputs.kind === 'texts'
    ? inputs.texts.map(text => Buffer.byteLength(text))
    : inputs.tokens.map(tokens => tokens.length * 3)
}

/** The same request for the inputs from `start` to before `end`. */
function sliceRequest(request: EmbedRequest, start: number, end: number): EmbedRequest {
  const { inputs } = request
  if (start === 0 && end === countInputs(inputs)) return request
  return inputs.kind === 'texts'
    ? { ...request, inputs: { kind: 'texts', texts: inputs.texts.slice(start, end) } }
    : { ...request, inputs: { kind: 'tokens', tokens: inputs.tokens.slice(start, end) } }
}

/**
 * One vector for each of `count` inputs, by index. Where the server omits indexes (protobuf serializers drop
 * zero), the position counts.
 * @throws UnreadableJson when one is missing, duplicated, or of a different length
 */
export function orderVectors(found: FoundVectors['vectors'], count: number): WrittenVector[] {
  if (found.length !== count) throw new UnreadableJson(`${found.length} vectors for ${count} inputs`)
  const ordered = Array.from<WrittenVector | undefined>({ length: count })
  const dimensions = found[0]?.vector.dimensions
  for (const [position, { index, vector }] of found.entries()) {
    const at = index ?? position
    if (at >= count || ordered[at] !== undefined) throw new UnreadableJson(`invalid index ${at}`)
    if (vector.dimensions !== dimensions) {
      throw new UnreadableJson(`vectors of ${dimensions} and of ${vector.dimensions} dimensions`)
    }
    ordered[at] = vector
  }
  return ordered.filter(vector => vector !== undefined)
}
