import { z } from 'zod'
import { usageSchema } from '#lib/contracts/usage.ts'
import { readJson } from './read-json.ts'
import type { Answer, Choice } from './answer.ts'
import { emptyChoice } from './answer.ts'
import { mergeToolCalls } from './merge-tool-calls.ts'

// Tolerant on purpose: the console stays whole on any server that speaks the wire, fingerprints or not.
const toolCallDeltaSchema = z.object({
  index: z.number().default(0),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})

const deltaSchema = z.object({
  content: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(toolCallDeltaSchema).nullish(),
})

const chunkSchema = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        index: z.number().default(0),
        delta: deltaSchema.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: usageSchema.nullish().catch(null),
})

type Delta = z.output<typeof deltaSchema>

/** The answer after one `data:` line of the stream; lines that are no chunk leave it as it is. */
export function readChunk(answer: Answer, data: string, atMs: number): Answer {
  const parsed = chunkSchema.safeParse(readJson(data))
  if (!parsed.success) return answer
  const chunk = parsed.data
  const deltas = chunk.choices.map(choice => choice.delta ?? {})
  const reasons = deltas.some(delta => reasoningOf(delta) !== '')
  const speaks = deltas.some(delta => Boolean(delta.content || delta.refusal || delta.tool_calls?.length))
  return {
    model: chunk.model || answer.model,
    choices: chunk.choices.reduce<readonly Choice[]>(
      (choices, { index, delta, finish_reason }) =>
        updateChoice(choices, index, choice => applyDelta(choice, delta ?? {}, finish_reason ?? null)),
      answer.choices,
    ),
    usage: chunk.usage ?? answer.usage,
    firstReasoningMs: answer.firstReasoningMs ?? (reasons ? atMs : null),
    firstContentMs: answer.firstContentMs ?? (speaks ? atMs : null),
    lastMs: reasons || speaks ? atMs : answer.lastMs,
  }
}

function updateChoice(choices: readonly Choice[], index: number, update: (choice: Choice) => Choice) {
  if (choices.some(choice => choice.index === index))
    return choices.map(choice => (choice.index === index ? update(choice) : choice))
  return [...choices, update({ ...emptyChoice, index })].sort((a, b) => a.index - b.index)
}

function applyDelta(choice: Choice, delta: Delta, finishReason: string | null): Choice {
  return {
    ...choice,
    content: choice.content + (delta.content ?? ''),
    reasoning: choice.reasoning + reasoningOf(delta),
    refusal: delta.refusal ? (choice.refusal ?? '') + delta.refusal : choice.refusal,
    toolCalls: delta.tool_calls?.length
      ? mergeToolCalls(choice.toolCalls, delta.tool_calls)
      : choice.toolCalls,
    finishReason: finishReason ?? choice.finishReason,
  }
}

function reasoningOf(delta: Delta): string {
  return delta.reasoning_content ?? delta.reasoning ?? ''
}
