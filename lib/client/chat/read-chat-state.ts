import { readOrigin } from '#lib/client/parcel-origin.ts'
import type { ChatState, Column, Pending } from './chat-state.ts'
import { columnsMax, emptyPending } from './chat-state.ts'
import type { Conversation } from './conversation.ts'
import { isObject, toList, toObject, toText, type JsonObject } from '#lib/client/json-value.ts'
import type { ImagePart } from './message-text.ts'

/** A saved chat; null when the value is none. History can be imported from a file, so nothing in it is believed. */
export function readChatState(value: unknown): ChatState | null {
  const { columns, activeId, pending, variables, mocks, toolAnswers, origin } = toObject(value)
  const read = toList(columns).map(readColumn)
  const known = read.filter(column => column !== null)
  if (read.length === 0 || read.length > columnsMax || known.length < read.length) return null
  const active = known.find(({ id }) => id === activeId) ?? known[0]
  const sentBy = readOrigin(origin)
  return {
    columns: known,
    activeId: active?.id ?? '',
    pending: readPending(pending),
    variables: readTexts(variables),
    mocks: readTexts(mocks),
    toolAnswers: readTexts(toolAnswers),
    ...(sentBy && { origin: sentBy }),
  }
}

function readColumn(value: unknown): Column | null {
  const { id, params, system, conversation } = toObject(value)
  const { turns, children, chosen } = toObject(conversation)
  if (typeof id !== 'string' || !isObject(params) || !isObject(turns)) return null
  if (!Object.entries(turns).every(([key, turn]) => isTurn(key, turn))) return null
  const lists = Object.entries(toObject(children)).every(([, ids]) => toList(ids).every(isKnown(turns)))
  if (!lists || !Object.values(toObject(chosen)).every(isKnown(turns))) return null
  return {
    id,
    params,
    system: toText(system),
    conversation: {
      turns,
      children: toObject(children),
      chosen: toObject(chosen),
    } as unknown as Conversation,
  }
}

function isKnown(turns: JsonObject) {
  return (id: unknown) => typeof id === 'string' && Object.hasOwn(turns, id)
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

function isTurn(key: string, value: unknown): boolean {
  const { id, parentId, message, muted, answer } = toObject(value)
  return (
    id === key &&
    (parentId === null || typeof parentId === 'string') &&
    typeof muted === 'boolean' &&
    isMessage(message) &&
    (answer === null || isRecord(answer))
  )
}

function isMessage(value: unknown): boolean {
  const { role, content, tool_calls: calls } = toObject(value)
  if (!roles.includes(toText(role) ?? '')) return false
  const parts = toList(content)
  const spoken = content === null || content === undefined || typeof content === 'string'
  if (!spoken && !(Array.isArray(content) && parts.every(isPart))) return false
  return calls === null || calls === undefined || (Array.isArray(calls) && calls.every(isToolCall))
}

function isPart(value: unknown): boolean {
  const { type, text, image_url: image } = toObject(value)
  if (type === 'image_url') return typeof toObject(image)['url'] === 'string'
  return type !== 'text' || typeof text === 'string'
}

function isToolCall(value: unknown): boolean {
  const { id, function: called } = toObject(value)
  const { name, arguments: given } = toObject(called)
  return [id, name, given].every(text => typeof text === 'string')
}

function isRecord(value: unknown): boolean {
  const { state, model, answer, startedAt } = toObject(value)
  const choices = toObject(answer)['choices']
  return (
    typeof state === 'string' &&
    typeof model === 'string' &&
    typeof startedAt === 'number' &&
    Array.isArray(choices) &&
    choices.every(choice => {
      const { content, reasoning, toolCalls } = toObject(choice)
      return (
        typeof content === 'string' && typeof reasoning === 'string' && toList(toolCalls).every(isToolCall)
      )
    })
  )
}

function readPending(value: unknown): Pending {
  const { text, images } = toObject(value)
  if (typeof text !== 'string') return emptyPending
  return { text, images: toList(images).filter((image): image is ImagePart => isPart(image)) }
}

function readTexts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(toObject(value)).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  )
}
