import { createCountTokens } from '#lib/capabilities/messages/count-tokens.ts'
import { createMessages, type MessagesOptions } from '#lib/capabilities/messages/messages.ts'
import { MessagesCall } from '#lib/capabilities/messages/messages-call.ts'
import { countTokensContract, messagesContract } from '#lib/contracts/api/messages/messages.ts'
import type { Operation } from '#lib/gateway/http/endpoint.ts'
import { checkInput, parseBody } from '#lib/gateway/http/request-body.ts'
import type { Served } from '#lib/gateway/http/router.ts'

/** The operations of the Messages API. Their bodies are parsed only for a target that needs another format. */
export function createMessagesRoutes(deps: MessagesOptions): readonly Served[] {
  return [
    toServed(messagesContract, createMessages(deps)),
    toServed(countTokensContract, createCountTokens(deps)),
  ]
}

type MessagesContract = typeof messagesContract | typeof countTokensContract
type Run = (call: MessagesCall, context: Parameters<Operation['run']>[1]) => ReturnType<Operation['run']>

function toServed(contract: MessagesContract, run: Run): Served {
  return {
    contract,
    operation: {
      failure: contract.failure,
      run(raw, context) {
        if (!Buffer.isBuffer(raw)) throw new Error('The endpoint did not read the bytes of the request.')
        const { url = '', headers } = context.outgoing.req
        const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
        const parse = () => checkInput(contract, parseBody(raw))
        const call = new MessagesCall({ bytes: raw, query, headers, parse })
        context.model = call.named
        context.trace.session(call.sessionFields)
        return run(call, context)
      },
    },
  }
}
