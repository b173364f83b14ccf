import { ApiError } from '#lib/errors.ts'
import { chatRequestSchema, type ChatRequest } from '#lib/contracts/api/chat.ts'
import { parse } from '#lib/contracts/core/parse.ts'
import { requireGrammar } from '#lib/models/answer/require-grammar.ts'
import { findEntry } from '#lib/models/catalog.ts'
import type { ChatEntry } from '#lib/models/catalog-entry.ts'
import { toTemplateMessages } from '#lib/models/llama/template-messages.ts'

export interface ChatCall {
  readonly entry: ChatEntry
  readonly request: ChatRequest
}

/**
 * Validates a request as far as possible without loading a model.
 * @throws ApiError with the code and field of the first error
 */
export function readChatCall(body: unknown): ChatCall {
  const parsed = parse(chatRequestSchema, body)
  if (!parsed.ok)
    throw new ApiError(parsed.code, parsed.message, parsed.param === null ? {} : { param: parsed.param })
  const request = parsed.value
  const entry = findEntry(request.model) ?? findEntry(`local/${request.model}`)
  if (entry?.kind !== 'chat')
    throw new ApiError('model_not_found', `The embedded engine has no chat model \`${request.model}\`.`, {
      param: 'model',
    })
  toTemplateMessages(request.messages, entry.id)
  requireGrammar(request)
  return { entry, request }
}
