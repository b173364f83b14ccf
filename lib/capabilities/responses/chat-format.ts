import type { AnswerFormat } from '#lib/capabilities/api-formats/answer-call.ts'
import { createChatHead, shapeCompletion } from '#lib/capabilities/chat/chat-answer.ts'
import type { ChatChunk, ChatCompletion } from '#lib/contracts/api/chat.ts'
import type { TranslatedResponse } from './to-chat-request.ts'

/** Requests of the Responses API that are answered as chat completions. */
export function createChatFormat(
  version: string,
): AnswerFormat<TranslatedResponse, ChatCompletion, ChatChunk> {
  return {
    apiFormat: 'responses',
    toAnswer: (answer, usage, target) =>
      shapeCompletion(answer, createChatHead(target, answer.system_fingerprint, version), usage),
    createEvents: () => ({ read: chunks => [...chunks] }),
  }
}
