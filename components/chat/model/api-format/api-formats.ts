import type { Answer } from '#components/chat/model/answer.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { type JsonObject, toList } from '#lib/client/json-value.ts'
import { capabilities } from '#lib/contracts/api/capabilities.ts'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'
import { isRecord } from '#lib/read-json.ts'
import { readChunk, readCompletion } from './read-completion.ts'
import { readMessage, readMessageEvent } from './read-message.ts'
import { maxTokensDefault, type SentBody, toMessagesBody } from './to-messages-body.ts'

/** An API format of the chat playground: another one is an entry of `apiFormats`. */
interface ApiFormatInfo {
  readonly label: string
  /** Differences of every request in this format, below the choice; null: none. */
  readonly hint: string | null
  /** API path; the contract has the ID of the format. */
  readonly path: string
  /** The request to send, from the chat request that the playground edits. */
  readonly toSent: (body: JsonObject) => SentBody
  /** The answer after one more event of a stream. */
  readonly readEvent: (answer: Answer, data: string, atMs: number) => Answer
  /** The answer of a response that was not streamed. */
  readonly readBody: (body: string, atMs: number | null) => Answer
}

const { routes } = capabilities.chat

export const apiFormats: Readonly<Record<SentFormat, ApiFormatInfo>> = {
  chat: {
    label: 'Chat',
    hint: null,
    path: routes.chat,
    toSent: body => ({ body: withoutThinking(body), notes: [] }),
    readEvent: readChunk,
    readBody: readCompletion,
  },
  messages: {
    label: 'Messages',
    hint: `Reasoning is returned only with reasoning_effort. Without max_tokens, ${maxTokensDefault.toLocaleString('en')} is sent.`,
    path: routes.messages,
    toSent: toMessagesBody,
    readEvent: readMessageEvent,
    readBody: readMessage,
  },
}

/** The format of a request to a path; other paths are read as chat completions. */
export function apiFormatOf(path: string): SentFormat {
  return allFormats.find(format => apiFormats[format].path === path) ?? 'chat'
}

/** A saved format; requests without one are chat completions. */
export function readApiFormat(value: unknown): SentFormat {
  return allFormats.find(format => format === value) ?? 'chat'
}

export const allFormats = ['chat', 'messages'] as const satisfies readonly ApiFormat[]

/** An API format in which Chat can send. */
export type SentFormat = (typeof allFormats)[number]

// The draft of a chat does not change while it is read: HTTP, Code and the status of a run each ask on every render.
const known = new WeakMap<Draft['body'], Map<SentFormat, SentBody>>()

/** The request in a format. The same chat request always gives the same object. */
export function toSent(body: Draft['body'], format: SentFormat): SentBody {
  const sent = known.get(body) ?? new Map<SentFormat, SentBody>()
  known.set(body, sent)
  const before = sent.get(format)
  if (before !== undefined) return before
  const written = apiFormats[format].toSent(body)
  sent.set(format, written)
  return written
}

/** Signed thinking belongs to the Messages API: chat completions reject it, or ignore it. */
function withoutThinking(body: JsonObject): JsonObject {
  const messages = toList(body['messages'])
  if (!messages.some(message => isRecord(message) && 'thinking_blocks' in message)) return body
  return { ...body, messages: messages.map(withoutBlocks) }
}

function withoutBlocks(message: unknown): unknown {
  if (!isRecord(message)) return message
  const { thinking_blocks: _, ...rest } = message
  return rest
}
