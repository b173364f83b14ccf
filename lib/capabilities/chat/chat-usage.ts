import type { ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { type Charge, chargeAnswer, withCharge } from '#lib/capabilities/charge.ts'
import { isMismatched, readChatUnits } from '#lib/prices/read-units.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import { readIndex } from '#lib/providers/transport/json.ts'
import { countTokens } from '#lib/capabilities/tokens/count-tokens.ts'
import { contextTokensMax } from '#lib/capabilities/tokens/window-tolerance.ts'
import { reservedTokens, type SentBounds } from './chat-request.ts'
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
  /** Whether it is billed at rates that the catalog does not have; default: no. */
  readonly isSurcharged?: boolean
  /** Whether the model may have written more than arrived here, which the provider bills; default: no. */
  readonly isUnseen?: boolean
}

export interface MeasuredUsage extends ChargedUsage {
  /** The tokens were counted here, because the upstream reported none. */
  readonly estimated: boolean
  /** The target reports more than the limit of the request; absent: it does not. */
  readonly exceedsLimit?: true
}

/**
 * The usage of a response with all details that clients read, and its cost.
 * @param bounds of the request as it was sent
 * @returns a promise only where tokens have to be counted
 */
export function measureUsage(
  request: ChatRequest,
  end: AnswerEnd,
  target: ChatTarget,
  reportedCosts: ReportedCosts,
  bounds: SentBounds,
): MeasuredUsage | Promise<MeasuredUsage> {
  const { raw } = end
  const isSurcharged = target.model.apiFormat === 'messages' && hasSurcharge(raw)
  const answer = isSurcharged ? { ...end, isSurcharged } : end
  const reserved = reservedTokens(bounds) ?? Infinity
  if (raw !== null && !isCounted(raw) && outputOf(raw) > 0) {
    return countPromptTokens(request).then(async tokens => {
      const raised = { ...withOutput(raw, outputOf(raw)), prompt_tokens: Math.max(1, tokens) }
      const counted = { ...answer, raw: raised }
      return { ...(await measureUsage(request, counted, target, reportedCosts, bounds)), estimated: true }
    })
  }
  if (raw === null || !isCounted(raw)) {
    return countUsage(request, answer.written()).then(counted => {
      const written = answer.isUnseen === true && reserved < Infinity ? reserved : counted.completion_tokens
      const figures = { ...raw, ...counted, completion_tokens: Math.min(written, reserved) }
      return { ...withCost(figures, answer, target, reportedCosts), estimated: true }
    })
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
    const charged = withCost(believed, answer, target, reportedCosts)
    if (excess.isSmall) return { ...charged, estimated: false }
    return { ...withMismatch(charged), estimated: false, exceedsLimit: true }
  }
  const charged = withCost(raw, answer, target, reportedCosts)
  const measured = { ...charged, estimated: false }
  if (!mayLackOutput(raw, answer)) return measured
  return countTokens(answer.written()).then(written => {
    if (outputOf(raw) >= written) return measured
    const counted = withCost(withOutput(raw, Math.min(written, reserved)), answer, target, reportedCosts)
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
  /** Marks that no text shows: not worth a note. */
  readonly isSmall: boolean
  /** Charged, because no more was reserved; null: all. */
  readonly chargedTokens: number | null
}

/** Marks of roles, calls and ends, which no text shows. */
export const unseenTokens = 64
/** Without a budget: a server may ignore the limit and hide what the model thinks, so only more than so many times of it is impossible. */
const excessFactor = 10

/** @returns null: there is none, as in nearly all responses. The text is read only where it matters */
function excessOf(
  raw: RawUsage,
  answer: AnswerEnd,
  { contextWindow = 0, hidesThinking }: ChatTarget,
  bounds: SentBounds,
): Excess | null {
  const { tokens, answers, predictedTokens } = bounds
  const windowTokens = Math.max(contextWindow, contextTokensMax)
  const ofPrompt = (raw.prompt_tokens ?? 0) > windowTokens
  const output = outputOf(raw)
  const most = windowTokens * answers
  const chargedTokens = reservedTokens(bounds)
  if (chargedTokens !== null || hidesThinking === true) {
    if (!ofPrompt && output <= (chargedTokens ?? most)) return null
    const ofOutput = output > most
    const isSmall = output <= (chargedTokens ?? most) + unseenTokens * answers
    return { ofPrompt, ofOutput, isImpossible: ofPrompt || ofOutput, isSmall, chargedTokens }
  }
  const limit = Math.min(tokens ?? windowTokens, windowTokens)
  const unwritten = (limit + predictedTokens + unseenTokens) * answers
  if (!ofPrompt && output <= unwritten) return null
  // A tokenizer never makes more tokens than bytes.
  const possible = unwritten + Buffer.byteLength(answer.written())
  if (!ofPrompt && output <= possible) return null
  const ofOutput = output > Math.min(possible * excessFactor, most)
  return { ofPrompt, ofOutput, isImpossible: ofPrompt || ofOutput, isSmall: false, chargedTokens }
}

/** With our own counts instead of the impossible ones. */
function withoutExcess(
  raw: RawUsage,
  { ofPrompt, ofOutput, chargedTokens }: Excess,
  counted: CountedTokens,
): RawUsage {
  const written = ofOutput ? counted.completion_tokens : outputOf(raw)
  const usage = withOutput(raw, Math.min(written, chargedTokens ?? Infinity))
  if (ofPrompt) delete usage.prompt_tokens_details
  if (ofOutput) delete usage.completion_tokens_details
  if (ofPrompt) usage.prompt_tokens = counted.prompt_tokens
  return usage
}

function withMismatch<T extends ChargedUsage>(charged: T): T {
  return { ...charged, charge: { ...charged.charge, mismatch: true } }
}

/** Reported or counted figures with all details that clients read, and their cost. */
export function withCost(
  figures: RawUsage,
  { raw, whole, isSurcharged = false }: AnswerEnd,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): ChargedUsage {
  const usage = completeUsage(figures)
  const charge = chargeAnswer(
    {
      tokens: usage.prompt_tokens + usage.completion_tokens,
      counts: () => readUnitsOf(usage, target),
      tier: typeof usage['service_tier'] === 'string' ? usage['service_tier'] : null,
      reportedUsd: raw?.cost ?? null,
      whole,
      isSurcharged,
    },
    target,
    reportedCosts,
  )
  const mismatch = whole && raw !== null && isMismatched(raw, target.hidesThinking === true)
  return { usage: withCharge(usage, charge), charge: mismatch ? { ...charge, mismatch } : charge }
}

/** With a search for an answer that does not count them: without a rate of it, the cost is unknown. */
function readUnitsOf(usage: Usage, { searchesUnasked }: AnyTarget): UnitCounts {
  const counts = readChatUnits(usage)
  return searchesUnasked === true && !counts.webSearch ? { ...counts, webSearch: 1 } : counts
}

/**
 * Usage that was read from Messages says so, also where only a setting of the account asks for it. Other servers may mean
 * something else by these names.
 */
export function hasSurcharge(usage: RawUsage | null): boolean {
  return usage?.['speed'] !== undefined || usage?.['inference_geo'] !== undefined
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
