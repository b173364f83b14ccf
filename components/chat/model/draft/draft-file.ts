import { type ChatState, columnsMax } from '#components/chat/model/chat-state.ts'
import { type ExportText, toExport } from '#components/playground/export/model/export-text.ts'
import { toList, toObject } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import { toChatBody } from './chat-body.ts'
import { openBodies, toDraftFormats } from './open-draft.ts'

/** The requests of all columns as a file for version control. It has no API key, not even in a message. */
export function toDraftFile(state: ChatState): ExportText {
  const bodies = state.columns.map(column => toChatBody(state, column))
  return toExport(
    bodies,
    columns =>
      `${JSON.stringify({ contract: 'chat', version: 1, columns, ...toDraftFormats(state.columns) }, null, 2)}\n`,
  )
}

/** A chat from a file of its requests, or from a plain request body; a string is the reason it is neither. */
export function readDraftFile(text: string, newId: () => string): ChatState | string {
  const value = readJson(text)
  if (value === undefined) return 'The file is not valid JSON.'
  const { contract, version, columns, apiFormats, messages } = toObject(value)
  const bodies = toList(columns).filter(isRecord)
  if (contract === 'chat' && version === 1 && bodies.length > 0)
    return openBodies(bodies.slice(0, columnsMax), newId, toList(apiFormats))
  if (Array.isArray(messages)) return openBodies([toObject(value)], newId)
  return 'The file contains neither a chat draft nor a request body with messages.'
}
