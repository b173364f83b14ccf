import type { ChatChunk } from '#lib/contracts/chat.ts'
import { isRecord, readNumber, readString } from '#lib/engines/json.ts'
import { newToolCallId } from './tool-id.ts'

type ToolCallDelta = NonNullable<ChatChunk['choices'][number]['delta']['tool_calls']>[number]

/**
 * Gives the tool calls of one choice the indexes and ids that clients count on: an index never changes its id or
 * name, every call has both, and arguments are text. Servers leave the index out, give 0 to all, repeat or change
 * the id in each fragment, send no id, or send an object.
 */
export class ToolCallDeltas {
  readonly #calls: { readonly id: string; readonly upstreamId: string | null }[] = []
  /** Upstream index → ours. */
  readonly #places = new Map<number, number>()

  get count(): number {
    return this.#calls.length
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
    if (known !== null) {
      return { ...unknown, index: known, function: { arguments: text } }
    }
    const index = this.#calls.length
    const call = { id: id ?? newToolCallId(), upstreamId: id }
    this.#calls.push(call)
    this.#places.set(readNumber(rawIndex) ?? index, index)
    return {
      ...unknown,
      index,
      id: call.id,
      type: 'function',
      function: { ...described, name: name ?? '', arguments: text },
    }
  }

  /** Our index of the call that a fragment continues; null when it begins one. */
  #find(upstreamIndex: number | null, id: string | null, name: string | null): number | null {
    const place = upstreamIndex === null ? this.#calls.length - 1 : this.#places.get(upstreamIndex)
    const open = place === undefined ? undefined : this.#calls[place]
    if (place === undefined || open === undefined) return null
    if (id === null) return upstreamIndex === null && name ? null : place
    if (id === open.upstreamId) return place
    const earlier = this.#calls.findIndex(call => call.upstreamId === id)
    if (earlier !== -1) return earlier
    // A new id with a name is the next call; without one the server only counts its fragments.
    return name ? null : place
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
