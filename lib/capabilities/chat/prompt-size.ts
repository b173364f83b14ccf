import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { countTokens, countTokensAtMost } from '#lib/capabilities/tokens/count-tokens.ts'

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

// Templates, tool instructions and large images as vendors count them at most, for budgets.
const requestTokensMax = 40
const messageTokensMax = 10
const toolsTokensMax = 400
const imageTokensMax = 2500

/** More than any model counts: a tokenizer never makes more tokens than bytes. */
export function boundPromptTokens(request: ChatRequest): number {
  const bytes = promptTexts(request).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return bytes + overheadTokensMax(request)
}

/** A closer bound, by tokenizer. */
export async function countPromptTokensAtMost(request: ChatRequest): Promise<number> {
  return (await countTokensAtMost(promptTexts(request).join('\n'))) + overheadTokensMax(request)
}

/** By tokenizer: for billing where the upstream reported no usage, and near the context window. */
export async function countPromptTokens(request: ChatRequest): Promise<number> {
  const texts = request.messages.flatMap(textsOf)
  if (request.tools) texts.push(JSON.stringify(request.tools))
  const textTokens = await countTokens(texts.join('\n'))
  return textTokens + countImages(request) * imageTokens + request.messages.length * messageTokens
}

/** All that a model reads: the messages, and what templates print beside them. */
function promptTexts(request: ChatRequest): string[] {
  const texts = request.messages.flatMap(message => [...textsOf(message), ...namesOf(message)])
  for (const shown of [request.tools, request['response_format']])
    if (shown) texts.push(JSON.stringify(shown))
  return texts
}

function namesOf(message: ChatMessage): string[] {
  return [message['name'], message['tool_call_id']].filter(text => typeof text === 'string')
}

function overheadTokensMax(request: ChatRequest): number {
  const messages = request.messages.length * messageTokensMax
  const tools = request.tools?.length ? toolsTokensMax : 0
  return requestTokensMax + messages + tools + countImages(request) * imageTokensMax
}

function textsOf(message: ChatMessage): string[] {
  const { content } = message
  const texts: string[] = typeof content === 'string' ? [content] : []
  if (Array.isArray(content)) {
    for (const part of content) if (typeof part['text'] === 'string') texts.push(part['text'])
  }
  if (message.role === 'assistant') {
    for (const call of message.tool_calls ?? [])
      texts.push(`${call.function.name} ${call.function.arguments}`)
  }
  return texts
}

function countImages(request: ChatRequest): number {
  let images = 0
  for (const { content } of request.messages) {
    if (Array.isArray(content)) for (const part of content) if (part.type === 'image_url') images++
  }
  return images
}
