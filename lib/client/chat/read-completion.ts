import { z } from 'zod'
import { toolCallSchema } from '#lib/contracts/chat-message.ts'
import { usageSchema } from '#lib/contracts/usage.ts'
import { readJson } from './read-json.ts'
import type { Answer } from './answer.ts'
import { emptyAnswer } from './answer.ts'

const completionSchema = z.object({
  model: z.string().nullish(),
  choices: z.array(
    z.object({
      index: z.number().nullish(),
      message: z.object({
        content: z.string().nullish(),
        reasoning_content: z.string().nullish(),
        refusal: z.string().nullish(),
        tool_calls: z.array(toolCallSchema).nullish(),
      }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema.nullish().catch(null),
})

/** The answer in the body of a call that did not stream; empty when the body is none. */
export function readCompletion(body: string, atMs: number | null): Answer {
  const parsed = completionSchema.safeParse(readJson(body))
  if (!parsed.success) return emptyAnswer
  return {
    model: parsed.data.model ?? null,
    choices: parsed.data.choices.map(({ index, message, finish_reason }, position) => ({
      index: index ?? position,
      content: message.content ?? '',
      reasoning: message.reasoning_content ?? '',
      refusal: message.refusal ?? null,
      toolCalls: message.tool_calls ?? [],
      finishReason: finish_reason ?? null,
    })),
    usage: parsed.data.usage ?? null,
    firstReasoningMs: null,
    firstContentMs: atMs,
    lastMs: atMs,
  }
}
