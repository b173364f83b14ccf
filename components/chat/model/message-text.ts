import type { ChatMessage, ContentPart } from '#lib/contracts/api/chat-message.ts'

export type ImagePart = Extract<ContentPart, { type: 'image_url' }>

/** The text of a message, its parts joined. */
export function readText(message: ChatMessage): string {
  const content = message.content ?? ''
  if (typeof content === 'string') return content
  return content.map(part => (typeof part.text === 'string' ? part.text : '')).join('')
}

/** The full content of an answer: its text, then its tool calls, one per line. */
export function readSaid(message: ChatMessage): string {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const asked = calls.map(({ function: { name, arguments: given } }) => `${name}(${given})`)
  return [readText(message), ...asked].filter(part => part !== '').join('\n')
}

/** The images of a user message. */
export function readImages(message: ChatMessage): readonly ImagePart[] {
  if (message.role !== 'user' || typeof message.content === 'string') return []
  return message.content.filter(part => part.type === 'image_url')
}

/** A user message; without images its content is plain text. */
export function toUserMessage(text: string, images: readonly ImagePart[]): ChatMessage {
  if (images.length === 0) return { role: 'user', content: text }
  return { role: 'user', content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...images] }
}

/** The same message with its text changed by `change`, part by part. */
export function mapText(message: ChatMessage, change: (text: string) => string): ChatMessage {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { ...message, content: mapTextParts(message.content, change) }
    case 'user':
      if (typeof message.content === 'string') return { ...message, content: change(message.content) }
      return {
        ...message,
        content: message.content.map(part =>
          part.type === 'text' ? { ...part, text: change(part.text) } : part,
        ),
      }
    case 'assistant':
    case 'tool':
    case 'function':
      return message
  }
}

/** The same message with another text, its images and calls kept. */
export function replaceText(message: ChatMessage, text: string): ChatMessage {
  switch (message.role) {
    case 'user':
      return { ...message, ...toUserMessage(text, readImages(message)) }
    case 'assistant':
      return { ...message, content: text === '' && message.tool_calls?.length ? null : text }
    case 'system':
    case 'developer':
    case 'tool':
    case 'function':
      return { ...message, content: text }
  }
}

function mapTextParts<Part extends { text: string }>(
  content: string | Part[],
  change: (text: string) => string,
) {
  return typeof content === 'string'
    ? change(content)
    : content.map(part => ({ ...part, text: change(part.text) }))
}
