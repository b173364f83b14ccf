import type { AnswerFormat } from '#lib/capabilities/api-formats/answer-call.ts'
import { guessPromptTokens } from '#lib/capabilities/chat/prompt-size.ts'
import type { Message, MessageEvent } from '#lib/contracts/api/messages/messages.ts'
import { MessageEvents } from './message-events.ts'
import type { TranslatedRequest } from './to-chat-request.ts'
import { toMessage } from './to-message.ts'

/** The Messages API: answers of chat models as messages. */
export const messagesFormat: AnswerFormat<TranslatedRequest, Message, MessageEvent> = {
  apiFormat: 'messages',
  toAnswer: (answer, usage, target, translated) => toMessage(answer, usage, target.publicId, translated),
  createEvents: (model, translated) =>
    new MessageEvents(model, guessPromptTokens(translated.request), translated),
}
