import type { AttemptOptions } from '#lib/engines/attempt-options.ts'
import { errorStatus } from '#lib/engines/error-status.ts'
import { inParts, type PartLimits } from '#lib/engines/in-parts.ts'
import { UnreadableJson } from '#lib/engines/json-walker.ts'
import type { ModelUpstream } from '#lib/engines/model-upstream.ts'
import { openAnswer, readAnswerBytes, toRefusal, unreadable } from '#lib/engines/open-answer.ts'
import { sumCounts } from '#lib/engines/sum-counts.ts'
import { UpstreamError } from '#lib/engines/upstream-error.ts'
import type { ExchangeResponse } from '#lib/engines/web/exchange-response.ts'
import type { EmbedAnswer, EmbeddingModel, EmbedRequest, WrittenVector } from './embedding-model.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import { orderVectors } from './order-vectors.ts'
import { countInputs, sizeInputs, sliceRequest } from './split-inputs.ts'

// 256 vectors of 8,192 numbers in 21 letters each are 44 MB.
const answerBytesMax = 64 * 1024 * 1024

/** An embedding model behind the wire of its server. */
export function createEmbedder(upstream: ModelUpstream, wire: EmbeddingWire): EmbeddingModel {
  const limits: PartLimits = { ...wire.limits }
  return {
    providerId: upstream.providerId,
    modelId: upstream.modelId,
    takesTokens: wire.takesTokens,
    truncates: wire.truncates,
    async embed(request, attempt) {
      if (request.inputs.kind === 'tokens' && !wire.takesTokens) throw tokensRefused(upstream)
      // The inputs are parts of one text, and mean something else apart.
      if (request.lateChunking) {
        return join(upstream, request, [await embedPart(upstream, wire, request, attempt)])
      }
      const sizes = sizeInputs(request.inputs)
      const parts = await inParts(sizes, limits, attempt, (start, end, options) =>
        embedPart(upstream, wire, sliceRequest(request, start, end), options),
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
  wire: EmbeddingWire,
  request: EmbedRequest,
  attempt: AttemptOptions,
): Promise<EmbedAnswer> {
  const body = wire.toBody(request, upstream.modelId)
  const response = await openAnswer(upstream, wire.path, body, attempt, 'whole')
  const answer = await readAnswerBytes(upstream, response, attempt, answerBytesMax)
  return readAnswer(upstream, wire, request, response, answer)
}

function readAnswer(
  upstream: ModelUpstream,
  wire: EmbeddingWire,
  request: EmbedRequest,
  response: ExchangeResponse,
  answer: Buffer,
): EmbedAnswer {
  try {
    const { vectors, promptTokens, costUsd = null, refused } = wire.findVectors(answer)
    if (refused) {
      const text = answer.toString()
      throw toRefusal(upstream, { status: errorStatus(text), headers: response.headers }, text)
    }
    return {
      vectors: orderVectors(vectors, countInputs(request.inputs)),
      promptTokens: promptTokens ?? wire.countTokens?.(response.headers) ?? null,
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
  if (lengths.size > 1) throw unreadable(upstream, new Error('the parts have vectors of different lengths'))
  checkDimensions(upstream, request, answer.vectors)
  return answer
}

/** More than were asked for can be cut; fewer means that the model has no more. */
function checkDimensions(
  { modelId }: ModelUpstream,
  { dimensions }: EmbedRequest,
  vectors: readonly WrittenVector[],
): void {
  const has = vectors[0]?.dimensions
  if (dimensions === null || has === undefined || has >= dimensions) return
  const message = `The model \`${modelId}\` has ${has} dimensions; ${dimensions} were asked for.`
  throw new UpstreamError('integer_above_max_value', message, { param: 'dimensions' })
}

function tokensRefused({ providerId }: ModelUpstream): UpstreamError {
  const message = `The provider \`${providerId}\` takes texts; token ids cannot be sent to it.`
  return new UpstreamError('unsupported_parameter', message, { param: 'input' })
}
