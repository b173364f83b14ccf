import type { ChatChunk, ChatCompletion } from '#lib/contracts/api/chat.ts'
import { ApiError } from '#lib/errors.ts'
import type { LanguageStreamItem } from '#lib/providers/openai-compatible/language-model.ts'

type Fields = Record<string, unknown>
type Choice = ChatCompletion['choices'][number]
type ToolCall = NonNullable<Choice['message']['tool_calls']>[number]

// As for a response in one piece.
const answerCharsMax = 64 * 1024 * 1024

/**
 * The complete response of a stream, as the same provider would send it in one piece. Fields that we do not know are
 * joined by their types.
 * @param onCut gets what had arrived of a response that fails
 * @throws ApiError as for a response in one piece: an interrupted stream can be retried
 */
export async function assembleAnswer(
  items: AsyncIterable<LanguageStreamItem>,
  onCut: (arrived: ChatCompletion) => Promise<void> = () => Promise.resolve(),
): Promise<ChatCompletion> {
  const answer = new AssembledAnswer()
  try {
    for await (const item of items) {
      if (item.kind === 'events') for (const chunk of item.events) answer.add(chunk)
    }
  } catch (error) {
    await onCut(answer.complete())
    throw asPlain(error)
  }
  return answer.complete()
}

// The client has received nothing of the stream.
function asPlain(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, message } = error
  if (code === 'upstream_stream_timeout') return new ApiError('upstream_timeout', message, { cause: error })
  if (code !== 'upstream_stream_interrupted') return error
  return new ApiError('upstream_error', message, { cause: error, retryable: true })
}

interface OpenChoice {
  readonly fields: Fields
  readonly message: Fields
  readonly calls: Fields[]
  readonly texts: Map<string, string[]>
  finish: Choice['finish_reason'] | null
}

const texts: ReadonlySet<string> = new Set(['content', 'reasoning_content', 'refusal'])

class AssembledAnswer {
  #head: Fields = {}
  #usage: ChatCompletion['usage'] | null = null
  #chars = 0
  readonly #choices = new Map<number, OpenChoice>()

  add({ choices, usage, object: _object, ...head }: ChatChunk): void {
    if (usage) this.#usage = usage
    for (const field in head) if (isSaid(head[field])) this.#head[field] = head[field]
    for (const { index, delta, finish_reason, logprobs, ...fields } of choices) {
      const open = this.#open(index)
      for (const field in fields) if (isSaid(fields[field])) open.fields[field] = fields[field]
      if (isSaid(logprobs)) open.fields['logprobs'] = join(open.fields['logprobs'], logprobs, 'logprobs')
      if (finish_reason) open.finish = finish_reason
      this.#addDelta(open, delta)
    }
  }

  complete(): ChatCompletion {
    const { id, created, model, system_fingerprint: fingerprint, ...unknown } = this.#head
    return {
      ...unknown,
      id: typeof id === 'string' ? id : '',
      object: 'chat.completion',
      created: typeof created === 'number' ? created : 0,
      model: typeof model === 'string' ? model : '',
      choices: [...this.#choices].sort(([one], [other]) => one - other).map(toChoice),
      usage: this.#usage ?? { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      system_fingerprint: typeof fingerprint === 'string' ? fingerprint : '',
    }
  }

  #open(index: number): OpenChoice {
    const known = this.#choices.get(index)
    if (known !== undefined) return known
    const open: OpenChoice = { fields: {}, message: {}, calls: [], texts: new Map(), finish: null }
    this.#choices.set(index, open)
    return open
  }

  #addDelta(
    { message, calls, texts: pieces }: OpenChoice,
    delta: ChatChunk['choices'][number]['delta'],
  ): void {
    for (const field in delta) {
      const value = delta[field]
      if (field === 'role' || field === 'tool_calls') continue
      // An empty text is not null, even if nothing follows.
      if (!isSaid(value) && !(field === 'content' && value === '')) continue
      if (!texts.has(field) || typeof value !== 'string') {
        message[field] = join(message[field], value, field)
        continue
      }
      this.#count(value.length)
      const known = pieces.get(field)
      if (known === undefined) pieces.set(field, [value])
      else known.push(value)
    }
    for (const { index, ...call } of delta.tool_calls ?? []) {
      this.#count(call.function?.arguments?.length ?? 0)
      calls[index] = join(calls[index], call, 'tool_calls') as Fields
    }
  }

  #count(chars: number): void {
    this.#chars += chars
    if (this.#chars <= answerCharsMax) return
    throw new ApiError('upstream_error', 'The response of the provider is too large.', { retryable: true })
  }
}

function toChoice([index, { fields, message, calls, texts: pieces, finish }]: [number, OpenChoice]): Choice {
  const textOf = (field: string) => pieces.get(field)?.join('') ?? ''
  const called = calls.filter(isFields).map(toToolCall)
  const refusal = textOf('refusal')
  const reasoning = textOf('reasoning_content')
  const content = pieces.get('content')?.join('') ?? null
  return {
    ...fields,
    index,
    message: {
      ...message,
      role: 'assistant',
      content: content === '' && (called.length > 0 || refusal !== '') ? null : content,
      refusal: refusal === '' ? null : refusal,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(called.length > 0 && { tool_calls: called }),
    },
    logprobs: fields['logprobs'] ?? null,
    finish_reason: finish ?? 'stop',
  }
}

function toToolCall(call: Fields): ToolCall {
  const { id, function: described, ...unknown } = call
  const { name, arguments: given, ...more } = isFields(described) ? described : {}
  return {
    ...unknown,
    id: typeof id === 'string' ? id : '',
    type: 'function',
    function: {
      ...more,
      name: typeof name === 'string' ? name : '',
      arguments: typeof given === 'string' ? given : '',
    },
  }
}

// Repeated in each fragment instead of continued.
const labels: ReadonlySet<string> = new Set(['id', 'type', 'format', 'name', 'role', 'signature', 'status'])

/** Text is continued, lists grow, objects are joined field by field, and anything else is replaced. */
function join(earlier: unknown, later: unknown, field: string): unknown {
  if (!isSaid(earlier)) return Array.isArray(later) ? join([], later, field) : later
  if (!isSaid(later)) return earlier
  if (typeof earlier === 'string' && typeof later === 'string') {
    return labels.has(field) ? later || earlier : earlier + later
  }
  if (Array.isArray(earlier) && Array.isArray(later)) return joinLists(earlier, later, field)
  if (!isFields(earlier) || !isFields(later)) return later
  const joined: Fields = { ...earlier }
  for (const key in later) joined[key] = join(earlier[key], later[key], key)
  return joined
}

/** Entries with an index are fragments of one entry. */
function joinLists(earlier: unknown[], later: readonly unknown[], field: string): unknown[] {
  for (const entry of later) {
    const at = isFields(entry) && typeof entry['index'] === 'number' ? entry['index'] : null
    const known = at === null ? -1 : earlier.findIndex(each => isFields(each) && each['index'] === at)
    if (known === -1) earlier.push(entry)
    else earlier[known] = join(earlier[known], entry, field)
  }
  return earlier
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
