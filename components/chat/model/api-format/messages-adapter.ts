import type { FormatAdapter } from './format-adapter.ts'
import { readMessage, readMessageEvent } from './read-message.ts'
import { toMessagesBody } from './to-messages-body.ts'

/** The Messages API. */
export const messagesAdapter: FormatAdapter = {
  toSent: toMessagesBody,
  readEvent: readMessageEvent,
  readBody: readMessage,
}
