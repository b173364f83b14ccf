import { createHash } from 'node:crypto'
import { newId } from '#lib/capabilities/new-id.ts'
import type { ChatChunk, ChatCompletion } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { isRecord, readString } from '#lib/providers/transport/json.ts'

/** The fields shared by every chunk of a response. */
export interface ChatHead {
  readonly id: string
  /** Unix time in seconds. */
  readonly created: number
  /** Public id of the model that answers. */
  readonly model: string
  readonly system_fingerprint: string
}

export function createChatHead(target: ChatTarget, upstreamFingerprint: unknown, version: string): ChatHead {
  return {
    id: newId('chatcmpl-', 29),
    created: Math.floor(Date.now() / 1000),
    model: target.publicId,
    system_fingerprint:
      typeof upstreamFingerprint === 'string' && upstreamFingerprint !== ''
        ? upstreamFingerprint
        : fingerprintOf(target, version),
  }
}

const fingerprints = new Map<string, string>()

function fingerprintOf(target: ChatTarget, version: string): string {
  const source = `${target.providerId}\n${target.model.modelId}\n${version}`
  const known = fingerprints.get(source)
  if (known) return known
  const fingerprint = `fp_${createHash('sha256').update(source).digest('hex').slice(0, 10)}`
  if (fingerprints.size < 10_000) fingerprints.set(source, fingerprint)
  return fingerprint
}

/**
 * Puts our metadata into the upstream's response: all documented fields are present, unknown ones pass through.
 * @returns the same object
 */
export function shapeCompletion(answer: ChatCompletion, head: ChatHead, usage: Usage): ChatCompletion {
  for (const choice of answer.choices) {
    choice.logprobs ??= null
    choice.message.content ??= null
    choice.message.refusal ??= null
  }
  return Object.assign(answer, head, { object: 'chat.completion', usage } as const)
}

/** The model's output, for counting tokens that the upstream did not report. */
export function writtenText(answer: ChatCompletion): string {
  return answer.choices.map(({ message }) => outputsOf(message).join('\n')).join('\n')
}

/** All that a model wrote, of a message or of a piece of it. */
function outputsOf(output: Output): string[] {
  const texts = [output.reasoning_content ?? '', output.content ?? '', output.refusal ?? '']
  for (const call of output.tool_calls ?? [])
    texts.push((call.function?.name ?? '') + (call.function?.arguments ?? ''))
  const { function_call: called, audio, reasoning_details: details } = output
  if (isRecord(called)) texts.push(readString(called['name']) ?? '', readString(called['arguments']) ?? '')
  if (isRecord(audio)) texts.push(readString(audio['transcript']) ?? '')
  // Most servers repeat the reasoning there.
  if (Array.isArray(details) && !output.reasoning_content)
    for (const detail of details.filter(isRecord))
      texts.push(readString(detail['text']) ?? readString(detail['summary']) ?? '')
  return texts.filter(text => text !== '')
}

interface Output {
  readonly content?: string | null | undefined
  readonly refusal?: string | null | undefined
  readonly reasoning_content?: string | null | undefined
  readonly tool_calls?: readonly CallPiece[] | undefined
  readonly [field: string]: unknown
}

interface CallPiece {
  readonly function?:
    | { readonly name?: string | undefined; readonly arguments?: string | undefined }
    | undefined
}

/** As nearly all pieces are. */
function isOnlyContent(output: Output): boolean {
  for (const field in output)
    if (field !== 'content' && field !== 'role' && (output[field] ?? null) !== null) return false
  return true
}

/** Whether a choice ended at the limit of its tokens. */
export function isCut({ choices }: ChatCompletion): boolean {
  return choices.some(choice => choice.finish_reason === 'length')
}

type Choice = ChatChunk['choices'][number]
type RawUsage = Partial<Usage>

/**
 * Puts the chunks of one response in the documented order: a role chunk per choice, deltas, a bare finish.
 * Works on the chunks themselves where they already fit, because this runs once per token.
 */
export class ChunkShaper {
  readonly head: ChatHead
  readonly #includeUsage: boolean
  readonly #open = new Map<number, boolean>()
  /** The last usage reported by the upstream. */
  usage: RawUsage | null = null
  /** Whether a choice ended at the limit of its tokens. */
  isCut = false
  readonly #written = new GrowingText()
  /** Pieces of the output around the chunk with the last usage. */
  #usagePieces = { before: 0, after: 0 }

  constructor(head: ChatHead, includeUsage: boolean) {
    this.head = head
    this.#includeUsage = includeUsage
  }

  /** Output so far. */
  get written(): string {
    return this.#written.toString()
  }

  /** Whether output followed the last usage, or came with it in a stream that was cut. */
  get isUsageEarly(): boolean {
    const { before, after } = this.#usagePieces
    return this.usage !== null && this.#written.pieces > (this.finished ? after : before)
  }

  /** Whether every choice that began has a finish reason. */
  get finished(): boolean {
    for (const open of this.#open.values()) if (open) return false
    return this.#open.size > 0
  }

  /** How many choices have begun. */
  get choices(): number {
    return this.#open.size
  }

  shape(chunks: readonly ChatChunk[]): ChatChunk[] {
    const shaped: ChatChunk[] = []
    for (const chunk of chunks) {
      const { usage } = chunk
      const before = this.#written.pieces
      this.#shapeOne(chunk, shaped)
      if (!usage) continue
      this.usage = usage
      this.#usagePieces = { before, after: this.#written.pieces }
    }
    return shaped
  }

  #shapeOne(chunk: ChatChunk, shaped: ChatChunk[]): void {
    const [choice] = chunk.choices
    if (!choice) return
    if (chunk.choices.length === 1 && this.#isPlain(choice)) {
      this.#note(choice)
      shaped.push(this.#dress(chunk, chunk.choices))
      return
    }
    for (const one of chunk.choices) {
      for (const part of this.#split(one)) {
        this.#note(part)
        shaped.push(this.#dress({ ...chunk }, [part]))
      }
    }
  }

  /** The last chunk of a stream with `include_usage`. */
  usageChunk(usage: Usage): ChatChunk {
    return { ...this.head, object: 'chat.completion.chunk', choices: [], usage }
  }

  // Already in order: its choice has started, and it has either text or the finish reason.
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
    if (finish_reason === 'length') this.isCut = true
    if (delta.content && isOnlyContent(delta)) this.#written.add(delta.content)
    else for (const text of outputsOf(delta)) this.#written.add(text)
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

const piecesMax = 16

/**
 * A text that grows by small pieces. Adding to one string would keep every piece, with a node of a tree for each:
 * measured with pieces of 11 characters, six times the memory of the text.
 */
class GrowingText {
  readonly #blocks: string[] = []
  #pieces: string[] = []
  /** How many were added. */
  pieces = 0

  add(piece: string): void {
    this.pieces++
    this.#pieces.push(piece)
    if (this.#pieces.length < piecesMax) return
    this.#blocks.push(this.#pieces.join(''))
    this.#pieces = []
  }

  toString(): string {
    return this.#blocks.join('') + this.#pieces.join('')
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
