import type { ChatCompletion } from '#lib/contracts/chat.ts'
import type { Usage } from '#lib/contracts/usage.ts'
import type { ChatHead } from './chat-head.ts'

/** The upstream's answer under our head: what the API promises is there, what we do not know passes through. */
export function shapeCompletion(answer: ChatCompletion, head: ChatHead, usage: Usage): ChatCompletion {
  const { id, object, created, model, choices, usage: replaced, system_fingerprint, ...unknown } = answer
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: choices.map(choice => ({
      ...choice,
      message: {
        ...choice.message,
        role: 'assistant',
        content: choice.message.content ?? null,
        refusal: choice.message.refusal ?? null,
      },
      logprobs: choice.logprobs ?? null,
    })),
    usage,
    system_fingerprint: head.system_fingerprint,
    ...unknown,
  }
}

/** What the model wrote, for counting tokens that the upstream did not count. */
export function writtenText(answer: ChatCompletion): string {
  return answer.choices
    .map(({ message }) => {
      const calls = message.tool_calls?.map(call => `${call.function.name} ${call.function.arguments}`) ?? []
      return [message.reasoning_content, message.content, ...calls].filter(Boolean).join('\n')
    })
    .join('\n')
}
