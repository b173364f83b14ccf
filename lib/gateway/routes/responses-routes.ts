import { createAnswerCall, type FormatOptions } from '#lib/capabilities/api-formats/answer-call.ts'
import { createCountTokens } from '#lib/capabilities/api-formats/count-tokens.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { ResponsesCall } from '#lib/capabilities/responses/responses-call.ts'
import { responsesFormat } from '#lib/capabilities/responses/responses-format.ts'
import {
  continueCall,
  createStoringAnswer,
  type StoringDeps,
} from '#lib/capabilities/responses/store-answers.ts'
import { inputTokensContract, responsesContract } from '#lib/contracts/api/responses/responses.ts'
import type { Operation } from '#lib/gateway/http/endpoint.ts'
import { parseBody } from '#lib/gateway/http/parse-body.ts'
import { checkInput } from '#lib/gateway/http/request-body.ts'
import type { Served } from '#lib/gateway/http/router.ts'
import { readSent } from './read-sent.ts'

export type ResponsesDeps = FormatOptions & StoringDeps

/** The operations of the Responses API. Their bodies are parsed only for a target that needs another format. */
export function createResponsesRoutes(deps: ResponsesDeps): readonly Served[] {
  const count = createCountTokens('responses', deps)
  return [
    toServed(responsesContract, createStoringAnswer(createAnswerCall(responsesFormat, deps), deps)),
    toServed(inputTokensContract, async (call, context) => {
      const continued = await continueCall(call, context, deps)
      try {
        return { object: 'response.input_tokens', input_tokens: await count(continued.call, context) }
      } catch (error) {
        throw continued.toSent(error)
      }
    }),
  ]
}

type ResponsesContract = typeof responsesContract | typeof inputTokensContract
type Run = (call: ResponsesCall, context: RequestContext) => ReturnType<Operation['run']>

function toServed(contract: ResponsesContract, run: Run): Served {
  return {
    contract,
    operation: {
      failure: contract.failure,
      run(raw, context) {
        const sent = readSent(raw, context, bytes => checkInput(contract, parseBody(bytes)))
        const call = new ResponsesCall(sent)
        context.model = call.named
        context.trace.session(call.sessionFields)
        return run(call, context)
      },
    },
  }
}
