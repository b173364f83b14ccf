import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import { isRecord, readNumber, readString } from '#lib/providers/transport/json.ts'
import { createHash } from 'node:crypto'
import { base62Digits, randomBase62 } from '#lib/base62.ts'

type ToolCallDelta = NonNullable<ChatChunk['choices'][number]['delta']['tool_calls']>[number]

interface OpenCall {
  readonly id: string
  readonly upstreamId: string | null
  readonly name: string
  text: string
}

/**
 * Gives the tool calls of one choice the indexes and ids that clients count on: an index never changes its id or
 * name, every call has both, and arguments are text. Servers leave the index out, give 0 to all, repeat or change
 * the id in each fragment, send no id, or send an object.
 */
export class ToolCallDeltas {
  readonly #calls: OpenCall[] = []
  /** Upstream index → ours. */
  readonly #places = new Map<number, number>()

  get count(): number {
    return this.#calls.length
  }

  /** Whether the arguments of the last call are complete. */
  get whole(): boolean {
    return isWholeJson(this.#calls.at(-1)?.text ?? '{}')
  }

  read(raw: readonly unknown[]): ToolCallDelta[] {
    return raw.filter(isRecord).map(fragment => this.#readFragment(fragment))
  }

  #readFragment(fragment: Record<string, unknown>): ToolCallDelta {
    const { index: rawIndex, id: rawId, type: _type, function: rawFunction, ...unknown } = fragment
    const described = isRecord(rawFunction) ? rawFunction : {}
    const name = readString(described['name'])
    const id = readString(rawId) || null
    const known = this.#find(readNumber(rawIndex), id, name)
    const text = toText(described['arguments'])
    const open = known === null ? undefined : this.#calls[known]
    if (known !== null && open !== undefined) {
      open.text += text
      return { ...unknown, index: known, function: { arguments: text } }
    }
    const index = this.#calls.length
    const call = { id: id ?? newToolCallId(), upstreamId: id, name: name ?? '', text }
    this.#calls.push(call)
    this.#places.set(readNumber(rawIndex) ?? index, index)
    return {
      ...unknown,
      index,
      id: call.id,
      type: 'function',
      function: { ...described, name: call.name, arguments: text },
    }
  }

  /** Our index of the call that a fragment continues; null when it begins one. */
  #find(upstreamIndex: number | null, id: string | null, name: string | null): number | null {
    const place = upstreamIndex === null ? this.#calls.length - 1 : this.#places.get(upstreamIndex)
    const open = place === undefined ? undefined : this.#calls[place]
    if (place === undefined || open === undefined) return null
    // Without an id, a name begins another call, unless it only repeats that of one that is still being written.
    if (id === null) return name && (name !== open.name || isWholeJson(open.text)) ? null : place
    if (id === open.upstreamId) return place
    const earlier = this.#calls.findIndex(call => call.upstreamId === id)
    if (earlier !== -1) return earlier
    // A new id with a name is the next call; without one the server only counts its fragments.
    return name ? null : place
  }
}

/** Whether a text is complete JSON: a call that was cut off is not. */
export function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** An id for a call that its model did not name. */
export function newToolCallId(): string {
  return `call_${randomBase62(24)}`
}

/** The same id in nine letters and digits, the only form that some servers take; always the same for the same id. */
export function toNineAlphanumerics(id: string): string {
  if (/^[0-9A-Za-z]{9}$/.test(id)) return id
  const bytes = createHash('sha256').update(id).digest().subarray(0, 9)
  return Array.from(bytes, byte => base62Digits[byte % 62]).join('')
}
