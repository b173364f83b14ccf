import { toAttempted } from '#lib/capabilities/attempts/attempt-series.ts'
import { toAttemptOptions } from '#lib/capabilities/attempts/attempt-options.ts'
import { chooseChatTargets } from '#lib/capabilities/chat/chat.ts'
import type { ChatOptions } from '#lib/capabilities/chat/chat-options.ts'
import { countPromptTokens, guessPromptTokens } from '#lib/capabilities/chat/prompt-size.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'
import { ApiError } from '#lib/errors.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { FormatOptions } from './answer-call.ts'
import { toClientError } from './client-paths.ts'
import type { AnyCall, NativeApiFormat, Translated } from './format-call.ts'
import { toUpstreamNames } from './other-models.ts'

const countedBytesMax = 256 * 1024

/** Counts the tokens of a request: by its provider where that can, otherwise here. It costs nothing. */
export function createCountTokens(apiFormat: NativeApiFormat, options: FormatOptions) {
  const unable = new UnableProviders()
  return async (call: AnyCall, context: RequestContext): Promise<number> => {
    const targets = chooseChatTargets(call.models, context, options)
    const target = targets.next()
    if (target instanceof ApiError) {
      // The body is checked before its model, as for every endpoint.
      void call.input
      throw target
    }
    if (target === null)
      throw new ApiError('no_provider_available', 'No provider is available for this model.')
    const native = call.nativeOf(target, apiFormat)
    if (native !== null && !unable.has(target.providerId)) {
      const request = call.toCount(target.publicId, toUpstreamNames(call, target, context, options))
      const counted = await countUpstream(target, apiFormat, context, options, attempt =>
        native.countTokens(request, attempt),
      )
      if (counted !== null) return counted
      unable.add(target.providerId)
    }
    await call.readDocuments(options, context)
    const { request, paths } = call.toChat(target, context.caller.teamId)
    const counted = await countByModel(target, { request, paths }, context, options)
    if (counted !== null) return counted
    context.trace.estimated()
    return estimateTokens(call, request)
  }
}

const unableMs = 3_600_000

/** Providers that do not count tokens: agents ask many times, and each time would cost a request. */
class UnableProviders {
  readonly #until = new Map<string, number>()

  add(providerId: string): void {
    this.#until.set(providerId, Date.now() + unableMs)
  }

  has(providerId: string): boolean {
    return (this.#until.get(providerId) ?? 0) > Date.now()
  }
}

/** @returns null: it cannot count this request */
async function countByModel(
  target: ChatTarget,
  { request, paths }: Pick<Translated, 'request' | 'paths'>,
  context: RequestContext,
  options: ChatOptions,
): Promise<number | null> {
  const count = target.model.countTokens
  if (count === undefined) return null
  try {
    return await countUpstream(target, 'chat', context, options, attempt => count(request, attempt))
  } catch (error) {
    // Megabytes of text are estimated: reading them takes the model seconds.
    if (error instanceof ApiError && error.code === 'context_length_exceeded') return null
    throw toClientError(error, paths)
  }
}

async function countUpstream<Count>(
  target: ChatTarget,
  apiFormat: ApiFormat,
  context: RequestContext,
  { timers }: ChatOptions,
  count: (attempt: AttemptOptions) => Count,
): Promise<Awaited<Count>> {
  const startedAt = performance.now()
  const attempted = toAttempted(target, apiFormat, { promptTokens: 0, costNanos: 0 })
  context.trace.attempt(attempted)
  try {
    return await count(toAttemptOptions(target, context, timers, 'plainMs'))
  } finally {
    context.trace.waited('upstream', performance.now() - startedAt)
    context.trace.attemptAnswered(attempted)
  }
}

async function estimateTokens({ envelope }: AnyCall, request: ChatRequest): Promise<number> {
  return envelope.bytes.length > countedBytesMax ? guessPromptTokens(request) : countPromptTokens(request)
}
