import type { ToolCall } from '#lib/contracts/chat-message.ts'

export interface ToolCallDelta {
  readonly index: number
  readonly id?: string | null | undefined
  readonly function?:
    | { readonly name?: string | null | undefined; readonly arguments?: string | null | undefined }
    | null
    | undefined
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
        id: before?.id || fragment.id || '',
        type: 'function',
        function: {
          name: before?.function.name || fragment.function?.name || '',
          arguments: (before?.function.arguments ?? '') + (fragment.function?.arguments ?? ''),
        },
      }
      return merged
    },
    [...calls],
  )
}
