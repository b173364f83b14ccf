import { type ChatOptions, createChat } from '#lib/capabilities/chat/chat.ts'
import { toChatRequest } from '#lib/capabilities/responses/to-chat-request.ts'
import { sessionOf } from '#lib/capabilities/session.ts'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { responsesContract } from '#lib/contracts/api/responses/responses.ts'
import { toOperation } from '#lib/gateway/http/endpoint.ts'
import { checkInput } from '#lib/gateway/http/request-body.ts'
import type { Served } from '#lib/gateway/http/router.ts'

/** Chat completions. Cursor sends them requests of the Responses API, and expects answers of chat completions. */
export function createChatRoute(deps: ChatOptions): Served {
  const chat = createChat(deps)
  const operation = toOperation(chatContract, chat)
  return {
    contract: chatContract,
    operation: {
      failure: operation.failure,
      run(raw, context) {
        if (!isOfResponses(raw)) return operation.run(raw, context)
        const input = checkInput(responsesContract, raw)
        context.model = input.model
        const { teamId } = context.caller
        const session = sessionOf(teamId, context.outgoing.req.headers, input)
        const options = { quirks: {}, teamId, session, contextWindow: undefined }
        const { request, ignored } = toChatRequest(input, options)
        context.trace.ignored(ignored)
        return chat({ ...request, ...(input.models && { models: input.models }) }, context)
      },
    },
  }
}

function isOfResponses(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'input' in raw && !('messages' in raw)
}
