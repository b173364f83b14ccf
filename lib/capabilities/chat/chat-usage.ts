import type { ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { type Charge, chargeAnswer, withCharge } from '#lib/capabilities/charge.ts'
import { isMismatched, readChatUnits } from '#lib/prices/read-units.ts'
import { readIndex } from '#lib/providers/transport/json.ts'
import { countTokens } from '#lib/capabilities/tokens/count-tokens.ts'
import { contextTokensMax } from '#lib/capabilities/tokens/window-tolerance.ts'
import type { SentBounds } from './chat-request.ts'
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
  /** Whether the usage may be older than the end of the output; default: no. */
  readonly isUsageEarly?: boolean
}

export interface MeasuredUsage extends ChargedUsage {
  /** The tokens were counted here, because the upstream reported none. */
  readonly estimated: boolean
}

/**
 * The usage of a response with all details that clients read, and its cost.
 * @param bounds of the request as it was sent
 * @returns a promise only where tokens have to be counted
 */
export function measureUsage(
  request: ChatRequest,
  answer: AnswerEnd,
  target: ChatTarget,
  reportedCosts: ReportedCosts,
  bounds: SentBounds,
): MeasuredUsage | Promise<MeasuredUsage> {
  const { raw } = answer
  if (raw === null || !isCounted(raw)) {
    return countUsage(request, answer.written()).then(counted => ({
      ...withCost({ ...raw, ...counted }, answer, target, reportedCosts),
      estimated: true,
    }))
  }
  const excess = excessOf(raw, answer, target, bounds)
  if (excess !== null && excess.isImpossible) {
    return countUsage(request, answer.written()).then(counted => {
      const charged = withCost(withoutExcess(raw, excess, counted), answer, target, reportedCosts)
      return { ...withMismatch(charged), estimated: true }
    })
  }
  if (excess !== null) {
    const believed = excess.chargedTokens === null ? raw : withOutput(raw, excess.chargedTokens)
    return { ...withMismatch(withCost(believed, answer, target, reportedCosts)), estimated: false }
  }
  const charged = withCost(raw, answer, target, reportedCosts)
  const measured = { ...charged, estimated: false }
  if (!mayLackOutput(raw, answer)) return measured
  return countTokens(answer.written()).then(written => {
    if (outputOf(raw) >= written) return measured
    const counted = withCost(withOutput(raw, written), answer, target, reportedCosts)
    return { ...(answer.whole ? withMismatch(counted) : counted), estimated: true }
  })
}

/** Whether more may have been written than was reported. The text is read only where it matters. */
function mayLackOutput(raw: RawUsage, { isUsageEarly, written }: AnswerEnd): boolean {
  return (isUsageEarly === true || outputOf(raw) <= 0) && written() !== ''
}

/** All output that is billed, with hidden thinking. */
export function outputOf({
  prompt_tokens: prompt = 0,
  completion_tokens = 0,
  total_tokens: total = 0,
}: RawUsage) {
  return Math.max(completion_tokens, total - prompt)
}

function withOutput(raw: RawUsage, completion_tokens: number): RawUsage {
  const usage = { ...raw, completion_tokens }
  delete usage.total_tokens
  return usage
}

/** Reported tokens beyond those that the request and the response show to be possible. */
interface Excess {
  readonly ofPrompt: boolean
  readonly ofOutput: boolean
  /** Otherwise they are noted, but charged. */
  readonly isImpossible: boolean
  /** Charged with hidden thinking: as much as was reserved; null: all. */
  readonly chargedTokens: number | null
}

// Marks of roles, calls and ends, which no text shows.
const unseenTokens = 64
/** A server may ignore the limit and hide what the model thinks: only more than so many times of it is impossible. */
const excessFactor = 10

/** @returns null: there is none, as in nearly all responses. The text is read only where it matters */
function excessOf(
  raw: RawUsage,
  answer: AnswerEnd,
  { contextWindow = 0, hidesThinking }: ChatTarget,
  { tokens, answers, predictedTokens, hiddenTokens = Infinity }: SentBounds,
): Excess | null {
  const windowTokens = Math.max(contextWindow, contextTokensMax)
  const ofPrompt = (raw.prompt_tokens ?? 0) > windowTokens
  const output = outputOf(raw)
  const hides = hidesThinking === true
  const limit = Math.min((tokens ?? windowTokens) + (hides ? hiddenTokens : 0), windowTokens)
  const reserved = (limit + predictedTokens) * answers
  const unwritten = hides ? reserved : reserved + unseenTokens * answers
  if (!ofPrompt && output <= unwritten) return null
  // A tokenizer never makes more tokens than bytes.
  const possible = hides ? reserved : unwritten + Buffer.byteLength(answer.written())
  if (!ofPrompt && output <= possible) return null
  const most = windowTokens * answers
  const ofOutput = output > (hides ? most : Math.min(possible * excessFactor, most))
  return { ofPrompt, ofOutput, isImpossible: ofPrompt || ofOutput, chargedTokens: hides ? reserved : null }
}

/** With our own counts instead of the impossible ones. */
function withoutExcess(raw: RawUsage, { ofPrompt, ofOutput }: Excess, counted: CountedTokens): RawUsage {
  const usage = { ...raw }
  delete usage.total_tokens
  if (ofPrompt) delete usage.prompt_tokens_details
  if (ofOutput) delete usage.completion_tokens_details
  if (ofPrompt) usage.prompt_tokens = counted.prompt_tokens
  if (ofOutput) usage.completion_tokens = counted.completion_tokens
  return usage
}

function withMismatch<T extends ChargedUsage>(charged: T): T {
  return { ...charged, charge: { ...charged.charge, mismatch: true } }
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

type CountedTokens = Pick<Usage, 'prompt_tokens' | 'completion_tokens'>

async function countUsage(request: ChatRequest, written: string): Promise<CountedTokens> {
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
