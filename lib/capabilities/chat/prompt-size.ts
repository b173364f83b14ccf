import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { countTokens, countTokensAtMost } from '#lib/capabilities/tokens/count-tokens.ts'
import { contextTokensMax } from '#lib/capabilities/tokens/window-tolerance.ts'

const imageTokens = 765
const messageTokens = 4

/** A quick upper estimate: UTF-8 bytes ÷ 3. */
export function guessPromptTokens(request: ChatRequest): number {
  return (
    Math.ceil(countBytes(request) / 3) +
    countImages(request) * imageTokens +
    request.messages.length * messageTokens
  )
}

// Templates, tool instructions and large images as vendors count them at most, for budgets.
const requestTokensMax = 40
const messageTokensMax = 10
const toolsTokensMax = 400
const imageTokensMax = 2500

/** More than any model counts: a tokenizer never makes more tokens than bytes. */
export function boundPromptTokens(request: ChatRequest): number {
  return countBytes(request) + overheadTokensMax(request)
}

/** Added to a prompt by one search of the web, or by another tool that a provider runs. */
export const toolUseTokens = 10_000

/** A bound with what the searches of a provider add to the prompt, within the context window. */
export function withFoundTokens(
  promptTokens: number,
  searches: number,
  contextWindow = contextTokensMax,
): number {
  if (searches === 0) return promptTokens
  return Math.min(promptTokens + searches * toolUseTokens, Math.max(promptTokens, contextWindow))
}

function countBytes(request: ChatRequest): number {
  let bytes = 0
  for (const text of promptTexts(request)) bytes += Buffer.byteLength(text)
  return bytes
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

/** All that a model may read: every text of the request, since servers know more fields than we do. */
function promptTexts(request: ChatRequest): string[] {
  const texts: string[] = []
  for (const message of request.messages) addTexts(message, texts)
  for (const field in request) if (field !== 'messages' && field !== 'model') addText(request[field], texts)
  return texts
}

function addTexts(message: ChatMessage, texts: string[]): void {
  for (const field in message) {
    const value = message[field]
    if (field === 'content' && Array.isArray(value)) {
      for (const part of value) addPart(part as Readonly<Record<string, unknown>>, texts)
    } else if (field !== 'role') addText(value, texts)
  }
}

function addPart(part: Readonly<Record<string, unknown>>, texts: string[]): void {
  const { type } = part
  const isImage = type === 'image_url'
  for (const field in part) {
    // Images are counted as such.
    if ((field === 'image_url' && isImage) || (field === 'type' && (isImage || type === 'text'))) continue
    addText(part[field], texts)
  }
}

function addText(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object' && value !== null) texts.push(JSON.stringify(value))
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
