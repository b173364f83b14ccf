import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { countTokens } from '#lib/capabilities/tokens/count-tokens.ts'

const imageTokens = 765
const messageTokens = 4

/** A quick upper estimate: UTF-8 bytes ÷ 3. */
export function guessPromptTokens(request: ChatRequest): number {
  let bytes = 0
  for (const message of request.messages)
    for (const text of textsOf(message)) bytes += Buffer.byteLength(text)
  if (request.tools) bytes += JSON.stringify(request.tools).length
  return Math.ceil(bytes / 3) + countImages(request) * imageTokens + request.messages.length * messageTokens
}

/** By tokenizer: for billing where the upstream reported no usage, and near the context window. */
export async function countPromptTokens(request: ChatRequest): Promise<number> {
  const texts = request.messages.flatMap(message => [...textsOf(message)])
  if (request.tools) texts.push(JSON.stringify(request.tools))
  const textTokens = await countTokens(texts.join('\n'))
  return textTokens + countImages(request) * imageTokens + request.messages.length * messageTokens
}

function* textsOf(message: ChatMessage): Generator<string> {
  if (typeof message.content === 'string') yield message.content
  else for (const part of message.content ?? []) if (typeof part['text'] === 'string') yield part['text']
  if (message.role === 'assistant') {
    for (const call of message.tool_calls ?? []) yield `${call.function.name} ${call.function.arguments}`
  }
}

function countImages(request: ChatRequest): number {
  let images = 0
  for (const { content } of request.messages) {
    if (Array.isArray(content)) for (const part of content) if (part.type === 'image_url') images++
  }
  return images
}
