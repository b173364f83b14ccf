import type { AnswerFormat } from '#lib/capabilities/api-formats/answer-call.ts'
import type { ChatChunk, ChatCompletion } from '#lib/contracts/api/chat.ts'
import type { Response, ResponseEvent } from '#lib/contracts/api/responses/responses.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { ResponseEvents } from './response-events.ts'
import { createResponse, toResponseFailure } from './response-object.ts'
import type { TranslatedResponse } from './to-chat-request.ts'

/** The Responses API: answers of chat models as responses. */
export const responsesFormat: AnswerFormat<TranslatedResponse, Response, ResponseEvent> = {
  apiFormat: 'responses',
  toAnswer: (answer, usage, target, translated) => toResponse(answer, usage, target.publicId, translated),
  createEvents: (model, translated) => new ResponseEvents(model, translated),
  failForwarded(error, { passed, opening }, model) {
    const failure = toResponseFailure(error)
    const begun = opening?.['response']
    const known = { ...createResponse({ model }, model), ...(isRecord(begun) && begun) }
    const response = { ...known, model, status: 'failed', error: failure }
    return [
      { type: 'error', sequence_number: passed, ...failure, param: null },
      { type: 'response.failed', sequence_number: passed + 1, response },
    ]
  },
}

/** The response after all events of the same answer, so that both say the same. */
export function toResponse(
  { choices: [choice], ...head }: ChatCompletion,
  usage: Usage,
  model: string,
  translated: TranslatedResponse,
): Response {
  const { message, finish_reason = 'stop', logprobs = null } = choice ?? {}
  const { reasoning_content, content, refusal, tool_calls: calls = [] } = message ?? {}
  const chunk: ChatChunk = {
    ...head,
    object: 'chat.completion.chunk',
    choices: [
      {
        index: 0,
        delta: {
          reasoning_content,
          content,
          refusal,
          tool_calls: calls.map((call, index) => ({ ...call, index })),
        },
        logprobs,
        finish_reason,
      },
    ],
    usage,
  }
  const events = new ResponseEvents(model, translated)
  events.read([chunk])
  return events.response
}
