import type { JsonObject } from '#lib/client/json-value.ts'
import type { SentFormat } from './api-formats.ts'
import type { ReadBody } from './format-adapter.ts'
import { fromMessagesBody } from './from-messages-body.ts'
import { fromResponsesBody } from './from-responses-body.ts'

/** A request in a format as the chat request that the playground edits. */
export function fromSentBody(sent: JsonObject, format: SentFormat): ReadBody {
  return readers[format](sent)
}

const readers: Readonly<Record<SentFormat, (sent: JsonObject) => ReadBody>> = {
  chat: body => ({ body, dropped: [] }),
  messages: fromMessagesBody,
  responses: fromResponsesBody,
}
