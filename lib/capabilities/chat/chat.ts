import type { chatContract } from '#lib/contracts/api/chat.ts'
import type { Handler } from '#lib/capabilities/handler.ts'
import { generateChat } from './chat-generate.ts'
import type { ChatOptions } from './chat-options.ts'
import { streamChat } from './chat-stream.ts'

/** Answers a conversation by the first target that can. */
export function createChat(options: ChatOptions): Handler<typeof chatContract> {
  return (input, context) =>
    input.stream === true ? streamChat(input, context, options) : generateChat(input, context, options)
}
