import type { ChatCompletion, ChatRequest } from '#lib/contracts/chat.ts'
import type { Usage } from '#lib/contracts/usage.ts'
import type { ChatTarget } from '#lib/engines/language/chat-target.ts'
import { costUsd } from './cost.ts'
import { countTokens } from './count-tokens.ts'
import { countPromptTokens } from './prompt-size.ts'

type RawUsage = Partial<ChatCompletion['usage']>

/** The upstream's figures with every detail that clients read, and our price. */
export function completeUsage(raw: RawUsage, target: ChatTarget): Usage {
  const prompt = raw.prompt_tokens ?? 0
  const completion = raw.completion_tokens ?? 0
  const { cached_tokens = 0, audio_tokens = 0, image_tokens = 0 } = raw.prompt_tokens_details ?? {}
  const details = raw.completion_tokens_details ?? {}
  const cost = costUsd(prompt, completion, target) ?? readCost(raw.cost)
  return {
    ...raw,
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      ...raw.prompt_tokens_details,
      cached_tokens: cached_tokens ?? 0,
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
    ...(cost !== undefined && { cost }),
  }
}

/** What a provider says that it asks for; a budget is charged with it, so it has to be a sum of money. */
function readCost(cost: unknown): number | undefined {
  return typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined
}

/** Whether an upstream said anything of use about its tokens. */
export function isCounted(usage: RawUsage | null | undefined): boolean {
  return Boolean(usage?.prompt_tokens ?? usage?.completion_tokens)
}

/** Counted here, where the upstream gave no figures. */
export async function estimateUsage(
  request: ChatRequest,
  written: string,
  target: ChatTarget,
): Promise<Usage> {
  const prompt = await countPromptTokens(request)
  const completion = written === '' ? 0 : await countTokens(written)
  return completeUsage({ prompt_tokens: prompt, completion_tokens: completion }, target)
}
