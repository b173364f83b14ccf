import { readApiFormat, type SentFormat } from '#components/chat/model/api-format/api-formats.ts'
import {
  type ChatState,
  type Column,
  createChat,
  readActive,
  updateColumn,
} from '#components/chat/model/chat-state.ts'
import { toChatBody } from './chat-body.ts'
import { reconcileBody } from './reconcile-body.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'

/** A chat whose columns are the requests of a draft. */
export function openDraft({ body, others = [], apiFormats }: Draft, newId: () => string): ChatState {
  return openBodies([body, ...others], newId, apiFormats)
}

/** The formats of columns, for their draft; none if all are chat completions, so that links stay short. */
export function toDraftFormats(columns: readonly Column[]): Pick<Draft, 'apiFormats'> {
  const apiFormats = columns.map(({ apiFormat = 'chat' }) => apiFormat)
  return apiFormats.every(format => format === 'chat') ? {} : { apiFormats }
}

/**
 * A chat whose columns have the given request bodies.
 * @param formats the API formats that they are sent in; default: chat completions
 */
export function openBodies(
  bodies: readonly Readonly<Record<string, unknown>>[],
  newId: () => string,
  formats: readonly unknown[] = [],
): ChatState {
  const blank = createChat(
    bodies.map(() => ''),
    newId,
  )
  return blank.columns.reduce(
    (state, { id }, index) =>
      setApiFormat(reconcileBody(state, id, bodies[index] ?? {}, newId), id, readApiFormat(formats[index])),
    blank,
  )
}

/** The same chat with the format of one column changed. */
export function setApiFormat(state: ChatState, columnId: string, format: SentFormat): ChatState {
  return updateColumn(state, columnId, ({ apiFormat: _, ...column }) =>
    format === 'chat' ? column : { ...column, apiFormat: format },
  )
}

/**
 * A chat that starts with content from another playground, in every column, with its model and parameters.
 */
export function openHandoffDraft(state: ChatState, { body, origin }: Draft, newId: () => string): ChatState {
  const { messages } = body
  const opened = openBodies(
    state.columns.map(column => ({ ...toChatBody(state, column), messages })),
    newId,
    state.columns.map(({ apiFormat }) => apiFormat),
  )
  return { ...opened, mocks: state.mocks, ...(origin && { origin }) }
}

/** An example in the active column. A new chat starts with the settings that it replaced. */
export function openExample(state: ChatState, body: Draft['body'], newId: () => string): ChatState {
  const { id, params, system } = readActive(state)
  const opened = withoutOrigin(reconcileBody(state, id, body, newId))
  return { ...opened, beforeExample: state.beforeExample ?? { params, system } }
}

/** For requests that no other playground sent. */
export function withoutOrigin(state: ChatState): ChatState {
  const { origin, ...rest } = state
  return origin === undefined ? state : rest
}
