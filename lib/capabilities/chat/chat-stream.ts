import type { ChatChunk, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { LanguageStreamItem } from '#lib/providers/openai-compatible/language-model.ts'
import { ApiError } from '#lib/errors.ts'
import { attempt, circuitKey } from '#lib/capabilities/attempt.ts'
import type { StreamItem } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { ChatAttempts } from './chat-attempt.ts'
import { createChatHead, type ChatHead } from './chat-head.ts'
import type { ChatOptions } from './chat-options.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { chooseTargets } from '#lib/capabilities/choose-targets.ts'
import { measureUsage } from './chat-usage.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'

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
  context: RequestContext,
  options: ChatOptions,
): AsyncGenerator<StreamItem<ChatChunk>> {
  const targets = chooseTargets(input, context, id => options.models.resolve(id))
  const attempts = new ChatAttempts(input, context, options)
  let committed = false
  try {
    const { target, value } = yield* attempt(targets, context, options.policy, (target, asking) =>
      ask(attempts, target, asking),
    )
    committed = true
    yield* forward(target, value, attempts.request, context, options)
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
  context: RequestContext,
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
    if (!context.signal.aborted) options.policy.circuits.failed(circuitKey(target))
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
    context.usage.meter(usage, { estimated })
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

type Choice = ChatChunk['choices'][number]
type RawUsage = Partial<Usage>

/**
 * Gives the chunks of one answer their promised order: a role chunk per choice, deltas, a bare finish. Works on the
 * chunks themselves where they already fit, because this runs once per token.
 */
export class ChunkShaper {
  readonly head: ChatHead
  readonly #includeUsage: boolean
  readonly #open = new Map<number, boolean>()
  /** The upstream's last word on tokens. */
  usage: RawUsage | null = null
  /** What was written so far. */
  written = ''

  constructor(head: ChatHead, includeUsage: boolean) {
    this.head = head
    this.#includeUsage = includeUsage
  }

  /** Whether every choice that began has a finish reason. */
  get finished(): boolean {
    for (const open of this.#open.values()) if (open) return false
    return this.#open.size > 0
  }

  shape(chunks: readonly ChatChunk[]): ChatChunk[] {
    const shaped: ChatChunk[] = []
    for (const chunk of chunks) {
      if (chunk.usage) this.usage = chunk.usage
      const [choice] = chunk.choices
      if (!choice) continue
      const plain = chunk.choices.length === 1 && this.#isPlain(choice)
      if (plain) {
        this.#note(choice)
        shaped.push(this.#dress(chunk, chunk.choices))
        continue
      }
      for (const one of chunk.choices) {
        for (const part of this.#split(one)) {
          this.#note(part)
          shaped.push(this.#dress({ ...chunk }, [part]))
        }
      }
    }
    return shaped
  }

  /** The last chunk of a stream whose caller asked for usage. */
  usageChunk(usage: Usage): ChatChunk {
    return { ...this.head, object: 'chat.completion.chunk', choices: [], usage }
  }

  // Already as promised: its choice has begun, and it carries either text or the finish.
  #isPlain(choice: Choice): boolean {
    if (!this.#open.has(choice.index) || choice.delta.role !== undefined) return false
    return !choice.finish_reason || isEmpty(choice.delta)
  }

  #split(choice: Choice): Choice[] {
    const parts: Choice[] = []
    if (!this.#open.has(choice.index)) {
      const delta = { role: 'assistant', content: '', refusal: null } as const
      parts.push({ index: choice.index, delta, logprobs: null, finish_reason: null })
    }
    const { role, ...delta } = choice.delta
    const finish_reason = choice.finish_reason ?? null
    if (!isEmpty(delta)) parts.push({ ...choice, delta, finish_reason: null })
    if (finish_reason) parts.push({ ...choice, delta: {}, finish_reason })
    return parts
  }

  #note({ index, delta, finish_reason }: Choice): void {
    this.#open.set(index, !finish_reason)
    if (delta.content) this.written += delta.content
    if (delta.reasoning_content) this.written += delta.reasoning_content
    if (!delta.tool_calls) return
    for (const call of delta.tool_calls) {
      this.written += (call.function?.name ?? '') + (call.function?.arguments ?? '')
    }
  }

  #dress(chunk: ChatChunk, choices: Choice[]): ChatChunk {
    const [choice] = choices
    if (choice) {
      choice.logprobs ??= null
      choice.finish_reason ??= null
    }
    Object.assign(chunk, this.head)
    chunk.object = 'chat.completion.chunk'
    chunk.choices = choices
    if (this.#includeUsage) chunk.usage = null
    else delete chunk.usage
    return chunk
  }
}

function isEmpty(delta: Choice['delta']): boolean {
  for (const key in delta) {
    if (key === 'role') continue
    const value = delta[key]
    if (value === null || value === undefined || value === '') continue
    if (Array.isArray(value) && value.length === 0) continue
    return false
  }
  return true
}
