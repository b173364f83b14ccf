import type { Draft } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { readApiFormat } from './api-formats.ts'
import { chatAdapter } from './chat-adapter.ts'
import { messagesAdapter } from './messages-adapter.ts'
import { responsesAdapter } from './responses-adapter.ts'
import { type SentRequest, toSentRequest } from './sent-request.ts'

// Not loaded on demand: the page of a shared request is rendered on the server.
const adapters = { chat: chatAdapter, messages: messagesAdapter, responses: responsesAdapter }

/** A shared request of any playground as it is sent; only Chat has more than one API format. */
export function toSharedRequest<Info extends Pick<ContractInfo, 'id' | 'path'>>(
  contract: Info,
  body: Draft['body'],
  apiFormat: unknown,
): SentRequest<Info> {
  const format = readApiFormat(apiFormat)
  return toSentRequest(contract, { body }, format, adapters[format])
}
