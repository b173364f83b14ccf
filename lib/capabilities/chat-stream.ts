import type { ChatChunk, ChatRequest } from '#lib/contracts/chat.ts'
import type { LanguageStreamItem } from '#lib/engines/language/language-model.ts'
import { ApiError } from '#lib/errors.ts'
import { attempt, circuitKey } from './attempt.ts'
import type { Call, StreamItem } from './call.ts'
import { ChatAttempts } from './chat-attempt.ts'
import { createChatHead } from './chat-head.ts'
import type { ChatOptions } from './chat-options.ts'
import type { ChatTarget } from '#lib/engines/language/chat-target.ts'
import { chooseTargets } from './choose-targets.ts'
import { measureUsage } from './chat-usage.ts'
import { ChunkShaper } from './chunk-shaper.ts'

type Waiting = Extract<LanguageStreamItem, { kind: 'waiting' }>
type Items = AsyncIterator<LanguageStreamItem>

interface Committed {
  /** What came up to the event that commits, that event included: a model holds the rest back until then. */
  readonly held: readonly ChatChunk[]
  readonly items: Items
}

/** The answer as it is written. Until the first item of events any attempt may fail and another one begin. */
export async function* streamChat(
  input: ChatRequest,
  call: Call,
  options: ChatOptions,
): AsyncGenerator<StreamItem<ChatChunk>> {
  const targets = chooseTargets(input, call, id => options.models.resolve(id))
  const attempts = new ChatAttempts(input, call, options)
  let committed = false
  try {
    const { target, value } = yield* attempt(targets, call, options.policy, (target, asking) =>
      ask(attempts, target, asking),
    )
    committed = true
    yield* forward(target, value, attempts.request, call, options)
  } finally {
    if (!committed) await attempts.meterAbandoned()
  }
}

// Of the module for the reason given in `chat-generate.ts`.
async function* ask(
  attempts: ChatAttempts,
  target: ChatTarget,
  asking: () => void,
): AsyncGenerator<Waiting, Committed> {
  const options = await attempts.begin(target, asking)
  return yield* commit(target.model.stream(attempts.request, options)[Symbol.asyncIterator]())
}

async function* commit(items: Items): AsyncGenerator<Waiting, Committed> {
  let committed = false
  try {
    for (;;) {
      const next = await items.next()
      if (next.done) throw silent()
      if (next.value.kind === 'events') {
        committed = true
        return { held: next.value.events, items }
      }
      yield next.value
    }
  } finally {
    if (!committed) await items.return?.()
  }
}

async function* forward(
  target: ChatTarget,
  { held, items }: Committed,
  request: ChatRequest,
  call: Call,
  options: ChatOptions,
): AsyncGenerator<StreamItem<ChatChunk>> {
  const fingerprint = held.find(chunk => chunk.system_fingerprint)?.system_fingerprint
  const includeUsage = request.stream_options?.include_usage === true
  const shaper = new ChunkShaper(createChatHead(target, fingerprint, options.version), includeUsage)
  let metered = false
  try {
    yield { kind: 'events', events: shaper.shape(held) }
    for (;;) {
      const next = await items.next()
      if (next.done) break
      if (next.value.kind === 'waiting') continue
      const events = shaper.shape(next.value.events)
      if (events.length > 0) yield { kind: 'events', events }
    }
    if (!shaper.finished) throw interrupted()
    metered = true
    const usage = await meter()
    if (includeUsage) yield { kind: 'events', events: [shaper.usageChunk(usage)] }
  } catch (error) {
    if (!call.signal.aborted) options.policy.circuits.failed(circuitKey(target))
    throw error
  } finally {
    if (!metered) await meter()
    await items.return?.()
  }

  async function meter() {
    const { usage, estimated } = await measureUsage(
      request,
      { raw: shaper.usage, written: () => shaper.written, whole: shaper.finished },
      target,
      options.policy.reportedCosts,
    )
    call.meter(usage, { estimated })
    return usage
  }
}

function interrupted(): ApiError {
  return new ApiError('upstream_stream_interrupted', 'The provider stopped in the middle of its answer.')
}

function silent(): ApiError {
  return new ApiError('upstream_error', 'The provider ended its answer before it had begun.', {
    retryable: true,
  })
}
