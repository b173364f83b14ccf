import { createAnswerCall, type FormatOptions } from '#lib/capabilities/api-formats/answer-call.ts'
import { createChat } from '#lib/capabilities/chat/chat.ts'
import { createChatFormat } from '#lib/capabilities/responses/chat-format.ts'
import { ResponsesCallForChat } from '#lib/capabilities/responses/responses-call.ts'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { responsesContract } from '#lib/contracts/api/responses/responses.ts'
import { type Operation, toOperation } from '#lib/gateway/http/endpoint.ts'
import { checkInput } from '#lib/gateway/http/request-body.ts'
import type { Served } from '#lib/gateway/http/router.ts'
import { readSent } from './read-sent.ts'

/** Chat completions. Cursor sends them requests of the Responses API, and expects answers of chat completions. */
export function createChatRoute(deps: FormatOptions): Served {
  const operation = toOperation(chatContract, createChat(deps))
  const answer = createAnswerCall(createChatFormat(deps.version), deps)
  return {
    contract: chatContract,
    operation: {
      failure: operation.failure,
      run: (raw, context) => (isOfResponses(raw) ? runResponses(raw, context) : operation.run(raw, context)),
    },
  }

  function runResponses(raw: unknown, context: Parameters<Operation['run']>[1]) {
    const bytes = Buffer.from(JSON.stringify(raw))
    const sent = readSent(bytes, context, () => checkInput(responsesContract, raw))
    const call = new ResponsesCallForChat(sent)
    context.model = call.named
    context.trace.session(call.sessionFields)
    return answer(call, context)
  }
}

function isOfResponses(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'input' in raw && !('messages' in raw)
}
