import type { ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import { attempt } from '#lib/capabilities/attempt.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { ChatAttempts } from './chat-attempt.ts'
import { createChatHead, type ChatHead } from './chat-head.ts'
import type { ChatOptions } from './chat-options.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { chooseTargets } from '#lib/capabilities/choose-targets.ts'
import { measureUsage } from './chat-usage.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'

/** The whole answer at once. */
export async function generateChat(
  input: ChatRequest,
  context: RequestContext,
  options: ChatOptions,
): Promise<ChatCompletion> {
  const targets = chooseTargets(input, context, id => options.models.resolve(id))
  const attempts = new ChatAttempts(input, context, options)
  const { request } = attempts
  try {
    const { value: answered } = await attempt(targets, context, options.policy, (target, asking) =>
      ask(attempts, target, asking),
    ).next()
    const { target, value: answer } = answered
    const { usage, estimated } = await measureUsage(
      request,
      { raw: answer.usage, written: () => writtenText(answer), whole: true },
      target,
      options.policy.reportedCosts,
    )
    context.usage.meter(usage, { estimated })
    const head = createChatHead(target, answer.system_fingerprint, options.version)
    return shapeCompletion(answer, head, usage)
  } catch (error) {
    await attempts.meterAbandoned()
    throw error
  }
}

// Of the module, not of the call: V8 keeps a generator function that was used, with all it can reach, until the next
// collection of the whole heap. As a closure it cost a third of a plain answer's CPU.
// oxlint-disable-next-line require-yield -- a plain answer has nothing to say while it waits
async function* ask(
  attempts: ChatAttempts,
  target: ChatTarget,
  asking: () => void,
): AsyncGenerator<never, ChatCompletion> {
  const options = await attempts.begin(target, asking)
  return target.model.generate(attempts.request, options)
}

/** The upstream's answer under our head: what the API promises is there, what we do not know passes through. */
function shapeCompletion(answer: ChatCompletion, head: ChatHead, usage: Usage): ChatCompletion {
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
function writtenText(answer: ChatCompletion): string {
  return answer.choices
    .map(({ message }) => {
      const calls = message.tool_calls?.map(call => `${call.function.name} ${call.function.arguments}`) ?? []
      return [message.reasoning_content, message.content, ...calls].filter(Boolean).join('\n')
    })
    .join('\n')
}
