import type { ToolCall } from '#lib/contracts/chat-message.ts'
import { toNumber, toObject, toText } from '#lib/client/json-value.ts'

/** A fragment of a tool call, or a whole one. */
export interface ToolCallDelta {
  readonly index: number
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** Reads a fragment; whatever is missing is empty. A whole call without `index` takes its place in the list. */
export function readToolCallDelta(value: unknown, position: number): ToolCallDelta {
  const call = toObject(value)
  const written = toObject(call['function'])
  return {
    index: toNumber(call['index']) ?? position,
    id: toText(call['id']) ?? '',
    name: toText(written['name']) ?? '',
    arguments: toText(written['arguments']) ?? '',
  }
}

/**
 * Adds fragments of tool calls to those that arrived so far. A fragment belongs to its `index`; its id and name
 * come with the first, and an upstream that repeats them must not double them.
 */
export function mergeToolCalls(
  calls: readonly ToolCall[],
  fragments: readonly ToolCallDelta[],
): readonly ToolCall[] {
  return fragments.reduce<ToolCall[]>(
    (merged, fragment) => {
      // An index that jumps ahead would leave a hole: the next free place is what the model meant.
      const index = Math.min(Math.max(0, fragment.index), merged.length)
      const before = merged[index]
      merged[index] = {
        id: before?.id || fragment.id,
        type: 'function',
        function: {
          name: before?.function.name || fragment.name,
          arguments: (before?.function.arguments ?? '') + fragment.arguments,
        },
      }
      return merged
    },
    [...calls],
  )
}
