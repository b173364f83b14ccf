import type { ChatMessage, ContentPart } from '#lib/contracts/api/chat-message.ts'
import { type AttachedFile, joinFiles, splitFiles } from './attached-files.ts'

export type ImagePart = Extract<ContentPart, { type: 'image_url' }>

/** The content of a user message. */
export interface UserContent {
  readonly text: string
  readonly images: readonly ImagePart[]
  /** Without it: none. */
  readonly files?: readonly AttachedFile[]
}

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

/** Text, images and files of a message. Only a user message has files. */
export function readContent(message: ChatMessage): Required<UserContent> {
  const whole = readText(message)
  const { files, text } = message.role === 'user' ? splitFiles(whole) : { files: [], text: whole }
  return { text, images: readImages(message), files }
}

/** A user message; without images its content is plain text. */
export function toUserMessage({ text: written, images, files = [] }: UserContent): ChatMessage {
  const text = joinFiles(files, written)
  if (images.length === 0) return { role: 'user', content: text }
  return { role: 'user', content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...images] }
}

/** The same message with its text changed by `change`, part by part; files and answers stay. */
export function mapText(message: ChatMessage, change: (text: string) => string): ChatMessage {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { ...message, content: mapTextParts(message.content, change) }
    case 'user':
      if (typeof message.content === 'string')
        return { ...message, content: mapAfterFiles(message.content, change) }
      return {
        ...message,
        content: message.content.map(part =>
          part.type === 'text' ? { ...part, text: mapAfterFiles(part.text, change) } : part,
        ),
      }
    case 'assistant':
    case 'tool':
    case 'function':
      return message
  }
}

/** The same message with another text, its images, files and calls kept. */
export function replaceText(message: ChatMessage, text: string): ChatMessage {
  switch (message.role) {
    case 'user':
      return { ...message, ...toUserMessage({ ...readContent(message), text }) }
    case 'assistant':
      return { ...message, content: text === '' && message.tool_calls?.length ? null : text }
    case 'system':
    case 'developer':
    case 'tool':
    case 'function':
      return { ...message, content: text }
  }
}

function mapAfterFiles(whole: string, change: (text: string) => string): string {
  const { head, text } = splitFiles(whole)
  return head + change(text)
}

function mapTextParts<Part extends { text: string }>(
  content: string | Part[],
  change: (text: string) => string,
) {
  return typeof content === 'string'
    ? change(content)
    : content.map(part => ({ ...part, text: change(part.text) }))
}
