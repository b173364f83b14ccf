import type { ChatMessage, ContentPart, ToolCall } from '#lib/contracts/api/chat-message.ts'
import { ApiError } from '#lib/errors.ts'
import type { TranslationQuirks } from '#lib/providers/openai-compatible/language-model.ts'
import { commonPath, type MessagePaths } from './client-paths.ts'

/** A part of a turn, and its path in the request of the client. */
export type TurnPart = { readonly param: string } & (
  | { readonly type: 'text'; readonly text: string; readonly isReminder?: true; readonly hint?: CacheHint }
  | { readonly type: 'refusal'; readonly text: string }
  | { readonly type: 'image'; readonly image: ContentPart; readonly hint?: CacheHint }
  /** Of a model that does not sign it. */
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly call: ToolCall; readonly idMember: string }
  | ResultPart
)

interface ResultPart {
  readonly type: 'result'
  readonly id: string
  /** Of the part, the name of the id that pairs it with its call. */
  readonly idMember: string
  readonly content: string
  readonly images: readonly PlacedPart[]
  readonly hint?: CacheHint
}

/** A part of a chat message, and its path in the request of the client. */
export interface PlacedPart {
  readonly part: ContentPart
  readonly param: string
}

/** The text of a result, which is never empty: models take an empty one for a failure. */
export function toResultText(text: string, images: readonly PlacedPart[]): string {
  if (text !== '') return text
  return images.length === 0 ? '(no output)' : '(image)'
}

/** Where a prompt cache may end; empty: not here. */
export type CacheHint = { readonly cache_control?: unknown }

export function hintOf(block: object): CacheHint {
  if (!('cache_control' in block) || block.cache_control === null) return {}
  return { cache_control: block.cache_control }
}

export interface Instruction {
  readonly text: string
  /** Its path in the request of the client. */
  readonly param: string
}

export interface Turn {
  readonly role: 'user' | 'assistant' | 'system'
  readonly parts: TurnPart[]
}

/** The turns of a conversation: neighboring ones of one role are one, and instructions are where servers allow them. */
export class TurnList {
  readonly turns: Turn[] = []
  /** Instructions before the first turn. */
  readonly leading: Instruction[] = []
  readonly #keepsSystem: boolean
  /** Instructions after a turn of the assistant, for the next turn of the user. */
  #waiting: TurnPart[] = []
  readonly #openCalls = new Set<string>()
  #lastHasText = false

  constructor({ inlineSystem }: TranslationQuirks) {
    this.#keepsSystem = inlineSystem === true
  }

  get last(): Turn | undefined {
    return this.turns.at(-1)
  }

  /** Whether a message of the last turn has text. */
  get lastHasText(): boolean {
    return this.#lastHasText
  }

  add(role: 'user' | 'assistant', parts: readonly TurnPart[]): void {
    for (const part of parts) {
      if (part.type === 'call') this.#openCalls.add(part.call.id)
      if (part.type === 'result') this.#openCalls.delete(part.id)
    }
    if (role === 'assistant') return this.#push(role, parts)
    this.#push(role, [...this.#waiting, ...parts])
    this.#waiting = []
  }

  /** An instruction within the conversation stays in place or becomes a part of the turn beside it. */
  instruct(instruction: Instruction): void {
    const { last } = this
    if (last === undefined) this.leading.push(instruction)
    // Between a call and its result no server accepts another message.
    else if (this.#keepsSystem && this.#openCalls.size === 0)
      this.#push('system', [{ type: 'text', ...instruction }])
    else if (last.role === 'user') last.parts.push(reminder(instruction))
    else this.#waiting.push(reminder(instruction))
  }

  /** After the last turn. */
  end(): void {
    if (this.#waiting.length > 0) this.add('user', [])
  }

  #push(role: Turn['role'], parts: readonly TurnPart[]): void {
    const hasText = parts.some(({ type }) => type === 'text')
    if (this.last?.role !== role) {
      this.turns.push({ role, parts: [...parts] })
      this.#lastHasText = hasText
      return
    }
    // Too many to be arguments of one call.
    for (const part of parts) this.last.parts.push(part)
    this.#lastHasText ||= hasText
  }
}

/** Chat messages, and where each comes from. */
export interface WrittenTurns {
  readonly messages: ChatMessage[]
  readonly paths: readonly MessagePaths[]
}

/**
 * The turns as chat messages: results first, then their images, then what the user says.
 * @throws ApiError `invalid_value` for a call without its result, a result without its call, or two calls with one id
 */
export function writeTurns(
  turns: readonly Turn[],
  { reasoningBack, cacheHints }: TranslationQuirks,
): WrittenTurns {
  const writer = new TurnWriter(cacheHints === true)
  const reasoningFrom = reasoningBack === true ? lastTextTurn(turns) : Infinity
  for (const [index, turn] of turns.entries()) writer.add(turn, index > reasoningFrom)
  writer.requireResults()
  return { messages: writer.messages, paths: writer.paths }
}

function reminder({ text, param }: Instruction): TurnPart {
  return { type: 'text', text: `<system-reminder>\n${text}\n</system-reminder>`, isReminder: true, param }
}

/** The index of the last turn in which the user says something. */
function lastTextTurn(turns: readonly Turn[]): number {
  return turns.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some(part => part.type === 'text' && !part.isReminder),
  )
}

type PlacedCall = Extract<TurnPart, { type: 'call' }>
type PlacedResult = Extract<TurnPart, { type: 'result' }>

class TurnWriter {
  readonly messages: ChatMessage[] = []
  readonly paths: MessagePaths[] = []
  /** Calls whose results must follow, with their paths. */
  readonly #open = new Map<string, string>()
  readonly #keepsHints: boolean

  /** @param keepsHints texts stay parts then, so that a hint that moves on changes nothing else */
  constructor(keepsHints: boolean) {
    this.#keepsHints = keepsHints
  }

  add({ role, parts }: Turn, keepsReasoning: boolean): void {
    switch (role) {
      case 'system':
        return this.#push({ role, content: textsOf(parts).join('\n\n') }, parts)
      case 'assistant':
        return this.#assistant(parts, keepsReasoning)
      case 'user':
        return this.#user(parts)
    }
  }

  requireResults(): void {
    const [missing] = this.#open
    if (missing === undefined) return
    const [id, param] = missing
    const message = `The call \`${id.slice(0, 100)}\` has no result in the turn after it.`
    throw new ApiError('invalid_value', message, { param })
  }

  #assistant(parts: readonly TurnPart[], keepsReasoning: boolean): void {
    let said: TurnPart[] = []
    for (const part of parts) {
      if (part.type === 'call') this.#begin(part)
      if (part.type !== 'result') said.push(part)
      else {
        this.#close(part)
        this.#write(said, keepsReasoning)
        said = []
        this.#result(part)
      }
    }
    this.#write(said, keepsReasoning)
  }

  #begin({ call: { id }, param, idMember }: PlacedCall): void {
    const path = `${param}.${idMember}`
    if (this.#open.has(id)) {
      const message = `Two calls have the ID \`${id}\`, so their results cannot be distinguished.`
      throw new ApiError('invalid_value', message, { param: path })
    }
    this.#open.set(id, path)
  }

  #write(parts: readonly TurnPart[], keepsReasoning: boolean): void {
    const content = textsOf(parts).join('')
    const refusal = parts.flatMap(part => (part.type === 'refusal' ? [part.text] : [])).join('')
    const reasoning = parts.flatMap(part => (part.type === 'reasoning' ? [part.text] : [])).join('')
    const calls = parts.flatMap(part => (part.type === 'call' ? [part.call] : []))
    if (content === '' && refusal === '' && calls.length === 0) return
    this.#push(
      {
        role: 'assistant',
        content: content === '' ? null : content,
        ...(refusal !== '' && { refusal }),
        ...(keepsReasoning && reasoning !== '' && { reasoning_content: reasoning }),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
      parts,
    )
  }

  #user(parts: readonly TurnPart[]): void {
    const results = parts.filter(part => part.type === 'result')
    const own = parts.filter(part => part.type !== 'text' || !part.isReminder)
    for (const result of results) {
      this.#close(result)
      this.#result(result)
    }
    this.requireResults()
    const images = results
      .filter(result => result.images.length > 0)
      .flatMap(({ id, param, images: own }) => [
        { part: textPart(`Image of tool result ${id}:`), param },
        ...own,
      ])
    const said = parts.flatMap(part => this.#toContent(part))
    // Never a turn of the user: the model would answer it instead of going on.
    if (own.length > 0 && own.length === results.length && images.length === 0) {
      this.#append(textsOf(parts))
      return
    }
    const placed = [...images, ...said]
    if (placed.length === 0) return
    const all = placed.map(({ part }) => part)
    if (!this.#keepsHints && all.every(isText))
      this.#push({ role: 'user', content: all.map(({ text }) => text).join('\n\n') }, placed)
    else this.#push({ role: 'user', content: all }, placed)
  }

  #toContent(part: TurnPart): PlacedPart[] {
    const hint = this.#keepsHints && 'hint' in part ? part.hint : {}
    return toContent(part).map(content => ({ part: { ...content, ...hint }, param: part.param }))
  }

  #result(result: PlacedResult): void {
    const { id, content, hint } = result
    this.#push({ role: 'tool', tool_call_id: id, content, ...(this.#keepsHints && hint) }, [result])
  }

  /** @param sources one for each part, if the content is a list */
  #push(message: ChatMessage, sources: readonly { readonly param: string }[]): void {
    const params = sources.map(({ param }) => param)
    this.messages.push(message)
    this.paths.push({
      path: commonPath(params),
      parts: Array.isArray(message.content) ? params : [],
    })
  }

  #append(texts: readonly string[]): void {
    const last = this.messages.at(-1)
    if (last?.role !== 'tool' || typeof last.content !== 'string') return
    last.content = [last.content, ...texts].join('\n\n')
  }

  #close({ id, param, idMember }: PlacedResult): void {
    if (this.#open.delete(id)) return
    const message = `The result \`${id.slice(0, 100)}\` has no call in the turn before it.`
    throw new ApiError('invalid_value', message, { param: `${param}.${idMember}` })
  }
}

function textsOf(parts: readonly TurnPart[]): string[] {
  return parts.flatMap(part => (part.type === 'text' ? [part.text] : []))
}

function toContent(part: TurnPart): ContentPart[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [textPart(part.text)]
    case 'image':
      return [part.image]
    case 'refusal':
    case 'reasoning':
    case 'call':
    case 'result':
      return []
  }
}

function textPart(text: string): ContentPart {
  return { type: 'text', text }
}

function isText(part: ContentPart): part is Extract<ContentPart, { type: 'text' }> {
  return part.type === 'text'
}
