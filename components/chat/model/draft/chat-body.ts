import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { ChatState, Column, Pending } from '#components/chat/model/chat-state.ts'
import { type Turn, readPath } from '#components/chat/model/conversation.ts'
import { mapText, readContent, readText, toUserMessage } from '#components/chat/model/message-text.ts'

/** The request that Run sends for a column. */
export function toChatBody(state: ChatState, column: Column): Readonly<Record<string, unknown>> {
  return toBodyFrom(state, column, readSendable(column, state.pending), state.pending)
}

/** The request for given turns, with the system text before and the pending message after them. */
export function toBodyFrom(
  state: ChatState,
  column: Column,
  turns: readonly Turn[],
  pending: Pending | null,
): Readonly<Record<string, unknown>> {
  const { model, ...rest } = column.params
  const messages: ChatMessage[] = [
    ...(column.system === null ? [] : [{ role: 'system' as const, content: column.system }]),
    ...turns.map(turn => turn.message),
    ...(pending && !isEmpty(pending) ? [toUserMessage(pending)] : []),
  ]
  const filled = messages.map(message => mapText(message, text => fillVariables(text, state.variables)))
  return { ...(model === undefined ? {} : { model }), messages: filled, ...rest }
}

/**
 * The turns of the visible path that are sent. Without a pending message, a final answer is left out so that
 * Run regenerates it. Muted turns and answers that never started are skipped.
 */
export function readSendable(column: Column, pending: Pending): readonly Turn[] {
  const path = readPath(column.conversation)
  const again = isEmpty(pending) && path.at(-1)?.answer ? path.slice(0, -1) : path
  return again.filter(isSendable)
}

/** Whether a turn is part of the request. */
export function isSendable(turn: Turn): boolean {
  if (turn.muted) return false
  if (turn.message.role !== 'assistant' || turn.answer === null) return true
  return readText(turn.message) !== '' || Boolean(turn.message.tool_calls?.length || turn.message.refusal)
}

/** Whether the composer is empty. */
export function isEmpty(pending: Pending): boolean {
  const { text, images, files = [] } = pending
  return text.trim() === '' && images.length === 0 && files.length === 0
}

/** The variables in the request of any column, and those without a value. */
export function readChatVariables(state: ChatState): {
  names: readonly string[]
  missing: readonly string[]
} {
  const said = state.columns.flatMap(column => [
    column.system ?? '',
    ...readSendable(column, state.pending)
      .filter(({ message }) => message.role !== 'assistant' && message.role !== 'tool')
      .map(({ message }) => readContent(message).text),
  ])
  const texts = [...said, state.pending.text]
  return { names: readVariables(texts), missing: readMissing(texts, state.variables) }
}

const placeholder = /\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}/gu

/** Names of the `{{variables}}` in some texts, each once, in order of appearance. */
export function readVariables(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap(text => Array.from(text.matchAll(placeholder), match => match[1] ?? '')))]
}

/** Replaces variables with their values, once: a value that looks like a variable stays unchanged. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/**
 * Variables that have no value yet. An empty value counts as missing, because empty prompts are rarely
 * intended.
 */
export function readMissing(
  texts: readonly string[],
  values: Readonly<Record<string, string>>,
): readonly string[] {
  return readVariables(texts).filter(name => !Object.hasOwn(values, name) || values[name] === '')
}
