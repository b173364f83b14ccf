import type { AnswerRecord } from '#components/chat/model/answer.ts'
import { chosenChoice } from '#components/chat/model/answer.ts'

/** Figures of a run. Null is unknown and shows as a dash; an estimate shows with ≈. */
export interface Figures {
  readonly firstMs: number | null
  readonly totalMs: number | null
  readonly promptTokens: number | null
  readonly cachedTokens: number | null
  readonly completionTokens: number | null
  readonly tokensEstimated: boolean
  readonly tokensPerSecond: number | null
  readonly costUsd: number | null
  readonly costEstimated: boolean
}

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
}

const bytesPerToken = 4
// The events of a shorter stream came in one packet.
const streamMsMin = 20

export function readFigures(record: AnswerRecord, price: Price | null): Figures {
  const { usage } = record.answer
  const answered = record.answer.choices.length > 0
  const promptTokens = usage?.prompt_tokens ?? (answered ? Math.ceil(record.sentBytes / bytesPerToken) : null)
  const completionTokens = usage?.completion_tokens ?? (answered ? estimateCompletion(record) : null)
  const cost = usage?.cost ?? null
  return {
    // The first event of an error response is not a token.
    firstMs: answered ? record.firstMs : null,
    totalMs: record.totalMs,
    promptTokens,
    cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? null,
    completionTokens,
    tokensEstimated: answered && !usage,
    tokensPerSecond: readSpeed(record, completionTokens),
    costUsd: cost ?? estimateCost(price, promptTokens, completionTokens),
    costEstimated: cost === null,
  }
}

/** Sums for a conversation; a figure that no run has stays unknown. */
export function sumFigures(all: readonly Figures[]): Figures {
  const sum = (read: (figures: Figures) => number | null) =>
    all.map(read).reduce((total, value) => (value === null ? total : (total ?? 0) + value), null)
  return {
    firstMs: null,
    totalMs: sum(figures => figures.totalMs),
    promptTokens: sum(figures => figures.promptTokens),
    cachedTokens: sum(figures => figures.cachedTokens),
    completionTokens: sum(figures => figures.completionTokens),
    tokensEstimated: all.some(figures => figures.tokensEstimated),
    tokensPerSecond: null,
    costUsd: sum(figures => figures.costUsd),
    costEstimated: all.some(figures => figures.costUsd !== null && figures.costEstimated),
  }
}

function estimateCompletion(record: AnswerRecord): number {
  const { content, reasoning, toolCalls } = chosenChoice(record)
  const text =
    content + reasoning + toolCalls.map(call => call.function.name + call.function.arguments).join('')
  return Math.ceil(new TextEncoder().encode(text).length / bytesPerToken)
}

/** Only for text that arrived as a stream: a tool call, or an answer in one packet, has no such speed. */
function readSpeed(record: AnswerRecord, tokens: number | null): number | null {
  const { firstContentMs, firstReasoningMs, lastMs } = record.answer
  const startMs = firstReasoningMs ?? firstContentMs
  if (tokens === null || tokens === 0 || startMs === null || lastMs === null) return null
  const streamMs = lastMs - startMs
  return streamMs >= streamMsMin ? (tokens / streamMs) * 1000 : null
}

function estimateCost(
  price: Price | null,
  promptTokens: number | null,
  completionTokens: number | null,
): number | null {
  if (price === null || promptTokens === null || completionTokens === null) return null
  return (promptTokens * price.input + completionTokens * price.output) / 1_000_000
}
