import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import { readText } from '#components/chat/model/message-text.ts'

const bytesPerToken = 4
// What chat templates wrap around a message.
const wrapTokens = 4

/** Tokens of one message, about: a quarter of its bytes. Images are not in it, as each model counts them its own way. */
export function estimateMessage(message: ChatMessage): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const text = [readText(message), ...calls.map(call => call.function.name + call.function.arguments)].join(
    '',
  )
  return wrapTokens + Math.ceil(new TextEncoder().encode(text).length / bytesPerToken)
}
