import { toAttemptOptions } from '#lib/capabilities/attempts.ts'
import { chooseChatTargets, type ChatOptions } from '#lib/capabilities/chat/chat.ts'
import { countPromptTokens, guessPromptTokens } from '#lib/capabilities/chat/prompt-size.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { ApiError } from '#lib/errors.ts'
import type { NativeModel } from '#lib/providers/native/native-model.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { FormatOptions } from './answer-call.ts'
import type { AnyCall, NativeApiFormat } from './format-call.ts'

const countedBytesMax = 256 * 1024

/** Counts the tokens of a request: by its provider where that can, otherwise here. It costs nothing. */
export function createCountTokens(apiFormat: NativeApiFormat, options: FormatOptions) {
  const unable = new UnableProviders()
  return async (call: AnyCall, context: RequestContext): Promise<number> => {
    const targets = chooseChatTargets(call.models, context, options)
    const target = targets.next()
    if (target instanceof ApiError) throw firstOf(call, target)
    if (target === null)
      throw new ApiError('no_provider_available', 'No provider is available for this model.')
    const native = call.nativeOf(target, apiFormat)
    if (native !== null && !unable.has(target.providerId)) {
      const counted = await countThere(call, { native, target, apiFormat }, context, options)
      if (counted !== null) return counted
      unable.add(target.providerId)
    }
    context.trace.estimated()
    await call.readDocuments(options, context.signal)
    return countHere(call, target, context)
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

/** The body is checked before its model, as for every endpoint. */
function firstOf(call: AnyCall, error: ApiError): ApiError {
  void call.input
  return error
}

interface Counter {
  readonly native: NativeModel
  readonly target: ChatTarget
  readonly apiFormat: NativeApiFormat
}

/** @returns null: the provider does not count tokens */
async function countThere(
  call: AnyCall,
  { native, target, apiFormat }: Counter,
  context: RequestContext,
  { timers }: ChatOptions,
): Promise<number | null> {
  const startedAt = performance.now()
  const { providerId, publicId, listed } = target
  const estimate = { promptTokens: 0, costNanos: 0 }
  context.trace.attempt({
    providerId,
    modelId: publicId,
    listed: listed === true,
    apiFormat,
    estimate,
  })
  try {
    return await native.countTokens(
      call.toNative(publicId, null),
      toAttemptOptions(target, context, timers, 'plainMs'),
    )
  } finally {
    context.trace.waited('upstream', performance.now() - startedAt)
  }
}

async function countHere(call: AnyCall, target: ChatTarget, { caller }: RequestContext): Promise<number> {
  const { request } = call.toChat(target, caller.teamId)
  return call.envelope.bytes.length > countedBytesMax
    ? guessPromptTokens(request)
    : countPromptTokens(request)
}
