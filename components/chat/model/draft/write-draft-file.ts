import type { ChatState } from '#components/chat/model/chat-state.ts'
import { type ExportText, toExport } from '#components/playground/export/model/export-text.ts'
import { toChatBody } from './chat-body.ts'

/** The requests of all columns as a file for version control. It has no API key, not even in a message. */
export function toDraftFile(state: ChatState): ExportText {
  const bodies = state.columns.map(column => toChatBody(state, column))
  return toExport(
    bodies,
    columns => `${JSON.stringify({ contract: 'chat', version: 1, columns }, null, 2)}\n`,
  )
}
