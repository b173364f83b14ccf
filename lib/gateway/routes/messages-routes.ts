import { type FormatOptions, createAnswerCall } from '#lib/capabilities/api-formats/answer-call.ts'
import { createCountTokens } from '#lib/capabilities/api-formats/count-tokens.ts'
import { MessagesCall } from '#lib/capabilities/messages/messages-call.ts'
import { messagesFormat } from '#lib/capabilities/messages/messages-format.ts'
import { resolveOrError } from '#lib/capabilities/attempts/choose-targets.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { countTokensContract, messagesContract } from '#lib/contracts/api/messages/messages.ts'
import { ApiError } from '#lib/errors.ts'
import type { Operation } from '#lib/gateway/http/endpoint.ts'
import { parseBody } from '#lib/gateway/http/parse-body.ts'
import { checkInput } from '#lib/gateway/http/request-body.ts'
import type { Served } from '#lib/gateway/http/router.ts'
import { readSent } from './read-sent.ts'

/** The operations of the Messages API. Their bodies are parsed only for a target that needs another format. */
export function createMessagesRoutes(deps: FormatOptions): readonly Served[] {
  const count = createCountTokens('messages', deps)
  const isModel = (id: string) => !(resolveOrError(id, each => deps.models.resolve(each)) instanceof ApiError)
  return [
    toServed(messagesContract, isModel, createAnswerCall(messagesFormat, deps)),
    toServed(countTokensContract, isModel, async (call, context) => ({
      input_tokens: await count(call, context),
    })),
  ]
}

type MessagesContract = typeof messagesContract | typeof countTokensContract
type Run = (call: MessagesCall, context: RequestContext) => ReturnType<Operation['run']>

function toServed(contract: MessagesContract, isModel: (id: string) => boolean, run: Run): Served {
  return {
    contract,
    operation: {
      failure: contract.failure,
      run(raw, context) {
        const sent = readSent(raw, context, bytes => checkInput(contract, parseBody(bytes)))
        const call = new MessagesCall(sent, isModel)
        context.model = call.named
        context.trace.session(call.sessionFields)
        return run(call, context)
      },
    },
  }
}
