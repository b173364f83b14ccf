import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import { readText } from '#components/chat/model/message-text.ts'

const bytesPerToken = 4
// Overhead of chat templates per message.
const wrapTokens = 4

/**
 * Estimated tokens of one message: a quarter of its bytes. Images are excluded, as each model counts them
 * differently.
 */
export function estimateMessage(message: ChatMessage): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const text = [readText(message), ...calls.map(call => call.function.name + call.function.arguments)].join(
    '',
  )
  return wrapTokens + estimateTokens(text)
}

/** Estimated tokens of a text alone. */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / bytesPerToken)
}
