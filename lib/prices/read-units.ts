import type { Usage } from '#lib/contracts/api/usage.ts'
import type { UnitCounts } from './units.ts'

/**
 * The disjoint units of a chat answer, from usage in the format of OpenAI: cached and written tokens are part of the
 * prompt, reasoning is part of the completion. They add up to the larger of the reported total and its parts, because
 * Gemini and xAI leave hidden thinking out of the completion.
 */
export function readChatUnits(usage: Usage): UnitCounts {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage
  const input = new Parts(prompt)
  const read = usage.prompt_tokens_details ?? {}
  const cacheRead = input.take(read.cached_tokens ?? readCount(usage['prompt_cache_hit_tokens']))
  const written = input.take(read.cache_write_tokens)
  const cacheWrite1h = Math.min(written, toCount(read.cache_write_long_tokens))
  const inputAudio = input.take(read.audio_tokens)
  const inputImage = input.take(read.image_tokens)
  const output = new Parts(Math.max(completion, total - prompt))
  const wrote = usage.completion_tokens_details ?? {}
  const reasoning = output.take(wrote.reasoning_tokens)
  const outputAudio = output.take(wrote.audio_tokens)
  return {
    input: input.left,
    cacheRead,
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
    inputAudio,
    inputImage,
    output: output.left,
    reasoning,
    outputAudio,
    webSearch: readWebSearches(usage['server_tool_use']),
    request: 1,
  }
}

/**
 * Whether the parts of reported usage do not add up to its totals, so that the larger figure is billed.
 * @param hidesThinking whether the total has thinking that the completion leaves out
 */
export function isMismatched(usage: Partial<Usage>, hidesThinking: boolean): boolean {
  const { prompt_tokens: prompt = 0, completion_tokens: completion = 0, total_tokens: total } = usage
  const read = usage.prompt_tokens_details ?? {}
  const cached = (read.cached_tokens ?? 0) + (read.cache_write_tokens ?? 0)
  if (cached + (read.audio_tokens ?? 0) + (read.image_tokens ?? 0) > prompt) return true
  const wrote = usage.completion_tokens_details ?? {}
  const thought = (wrote.reasoning_tokens ?? 0) + (wrote.audio_tokens ?? 0)
  if (hidesThinking) return total !== undefined && total < prompt + Math.max(completion, thought)
  return thought > completion || (total !== undefined && total !== prompt + completion)
}

/** The rest of a total that no part has counted. */
class Parts {
  left: number

  constructor(total: number) {
    this.left = toCount(total)
  }

  /** @returns how much of it there is: parts never exceed their total */
  take(count: number | undefined): number {
    const part = Math.min(this.left, toCount(count))
    this.left -= part
    return part
  }
}

/** @see Anthropic's `server_tool_use.web_search_requests` */
function readWebSearches(tools: unknown): number {
  if (typeof tools !== 'object' || tools === null || !('web_search_requests' in tools)) return 0
  return toCount(readCount(tools.web_search_requests))
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function toCount(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? Math.trunc(value) : 0
}
