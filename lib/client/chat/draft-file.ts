import { z } from 'zod'
import type { ChatState } from './chat-state.ts'
import { columnsMax, createChat } from './chat-state.ts'
import { toChatBody } from './chat-body.ts'
import { reconcileBody } from './reconcile-body.ts'
import { readJson } from './read-json.ts'

const draftFileSchema = z.object({
  contract: z.literal('chat'),
  version: z.literal(1),
  columns: z.array(z.record(z.string(), z.unknown())).min(1).max(columnsMax),
})

/** The requests of all columns as a file that can be kept in a repository. It holds no key: a draft never has one. */
export function toDraftFile(state: ChatState): string {
  const columns = state.columns.map(column => toChatBody(state, column))
  return `${JSON.stringify({ contract: 'chat', version: 1, columns }, null, 2)}\n`
}

/** A chat from such a file, or from the bare body of a request; a string says why it is neither. */
export function readDraftFile(text: string, newId: () => string): ChatState | string {
  const value = readJson(text)
  if (value === undefined) return 'The file is not JSON.'
  const file = draftFileSchema.safeParse(value)
  if (file.success) return openBodies(file.data.columns, newId)
  const body = z.looseObject({ messages: z.array(z.unknown()) }).safeParse(value)
  if (body.success) return openBodies([body.data], newId)
  return 'The file holds neither a chat draft nor a request body with messages.'
}

/** A chat whose columns are the given request bodies. */
export function openBodies(
  bodies: readonly Readonly<Record<string, unknown>>[],
  newId: () => string,
): ChatState {
  const blank = createChat(
    bodies.map(() => ''),
    newId,
  )
  return blank.columns.reduce(
    (state, column, index) => reconcileBody(state, column.id, bodies[index] ?? {}, newId),
    blank,
  )
}
