import type { ChatChunk } from '#lib/contracts/chat.ts'

/** Whether a chunk commits the answer: content, reasoning, a tool call or a finish; a bare role does not. */
export function commits(chunk: ChatChunk): boolean {
  for (const { delta, finish_reason } of chunk.choices) {
    if (finish_reason !== null || delta.content || delta.reasoning_content || delta.refusal) return true
    if (delta.tool_calls !== undefined && delta.tool_calls.length > 0) return true
    if (delta['function_call'] !== undefined && delta['function_call'] !== null) return true
  }
  return false
}
