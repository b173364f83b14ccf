import type { ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { type Charge, chargeAnswer, withCharge } from '#lib/capabilities/charge.ts'
import { isMismatched, readChatUnits } from '#lib/prices/read-units.ts'
import { readIndex } from '#lib/providers/transport/json.ts'
import { countTokens } from '#lib/capabilities/tokens/count-tokens.ts'
import { countPromptTokens } from './prompt-size.ts'
import type { ReportedCosts } from '#lib/capabilities/reported-costs.ts'

type RawUsage = Partial<ChatCompletion['usage']>

/** Usage with its cost, and the charge that the request row records. */
export interface ChargedUsage {
  readonly usage: Usage
  readonly charge: Charge
}

/** A complete or partial response. */
export interface AnswerEnd {
  /** Usage reported by the upstream; null: none. */
  readonly raw: RawUsage | null
  /** The model's output, for counting tokens that the upstream did not report. */
  readonly written: () => string
  /** Whether it is complete. */
  readonly whole: boolean
  /** Whether it ended at the limit of its tokens; default: no. */
  readonly isCut?: boolean
}

export interface MeasuredUsage extends ChargedUsage {
  /** The tokens were counted here, because the upstream reported none. */
  readonly estimated: boolean
}

/**
 * The usage of a response with all details that clients read, and its cost.
 * @returns a promise only where tokens have to be counted
 */
export function measureUsage(
  request: ChatRequest,
  answer: AnswerEnd,
  target: ChatTarget,
  reportedCosts: ReportedCosts,
): MeasuredUsage | Promise<MeasuredUsage> {
  const { raw } = answer
  if (raw !== null && isCounted(raw)) {
    return { ...withCost(raw, answer, target, reportedCosts), estimated: false }
  }
  return countUsage(request, answer.written()).then(counted => ({
    ...withCost({ ...raw, ...counted }, answer, target, reportedCosts),
    estimated: true,
  }))
}

/** Reported or counted figures with all details that clients read, and their cost. */
export function withCost(
  figures: RawUsage,
  { raw, whole }: AnswerEnd,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): ChargedUsage {
  const usage = completeUsage(figures)
  const charge = chargeAnswer(
    {
      tokens: usage.prompt_tokens + usage.completion_tokens,
      counts: () => readChatUnits(usage),
      tier: typeof usage['service_tier'] === 'string' ? usage['service_tier'] : null,
      reportedUsd: raw?.cost ?? null,
      whole,
    },
    target,
    reportedCosts,
  )
  const mismatch = whole && raw !== null && isMismatched(raw, target.hidesThinking === true)
  return { usage: withCharge(usage, charge), charge: mismatch ? { ...charge, mismatch } : charge }
}

/** Whether an upstream reported usable token counts. */
function isCounted(usage: RawUsage): boolean {
  return Boolean(usage.prompt_tokens ?? usage.completion_tokens)
}

async function countUsage(request: ChatRequest, written: string): Promise<RawUsage> {
  return {
    prompt_tokens: await countPromptTokens(request),
    completion_tokens: written === '' ? 0 : await countTokens(written),
  }
}

function completeUsage(raw: RawUsage): Usage {
  const prompt = raw.prompt_tokens ?? 0
  const completion = raw.completion_tokens ?? 0
  const { cached_tokens = 0, audio_tokens = 0, image_tokens = 0 } = raw.prompt_tokens_details ?? {}
  const details = raw.completion_tokens_details ?? {}
  return {
    ...raw,
    prompt_tokens: prompt,
    completion_tokens: completion,
    // Gemini and xAI leave hidden thinking out of the completion, but not out of the total.
    total_tokens: Math.max(prompt + completion, raw.total_tokens ?? 0),
    prompt_tokens_details: {
      ...raw.prompt_tokens_details,
      // DeepSeek reports cache hits beside the details.
      cached_tokens: cached_tokens || (readIndex(raw['prompt_cache_hit_tokens']) ?? 0),
      audio_tokens: audio_tokens ?? 0,
      text_tokens:
        raw.prompt_tokens_details?.text_tokens ?? Math.max(0, prompt - audio_tokens - image_tokens),
      image_tokens: image_tokens ?? 0,
    },
    completion_tokens_details: {
      ...raw.completion_tokens_details,
      reasoning_tokens: details.reasoning_tokens ?? 0,
      audio_tokens: details.audio_tokens ?? 0,
      text_tokens:
        details.text_tokens ??
        Math.max(0, completion - (details.reasoning_tokens ?? 0) - (details.audio_tokens ?? 0)),
      accepted_prediction_tokens: details.accepted_prediction_tokens ?? 0,
      rejected_prediction_tokens: details.rejected_prediction_tokens ?? 0,
    },
  }
}
