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
// A shorter stream is no basis for a speed: its events came in one packet.
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

function readSpeed(record: AnswerRecord, tokens: number | null): number | null {
  if (tokens === null || tokens === 0 || record.totalMs === null) return null
  const { firstContentMs, firstReasoningMs, lastMs } = record.answer
  const startMs = Math.min(firstReasoningMs ?? Infinity, firstContentMs ?? Infinity)
  const streamMs = lastMs === null || startMs === Infinity ? 0 : lastMs - startMs
  const spentMs = streamMs >= streamMsMin ? streamMs : record.totalMs
  return spentMs > 0 ? (tokens / spentMs) * 1000 : null
}

function estimateCost(
  price: Price | null,
  promptTokens: number | null,
  completionTokens: number | null,
): number | null {
  if (price === null || promptTokens === null || completionTokens === null) return null
  return (promptTokens * price.input + completionTokens * price.output) / 1_000_000
}
