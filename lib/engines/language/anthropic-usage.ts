import type { Usage } from '#lib/contracts/usage.ts'
import { isRecord, readNumber } from '#lib/engines/json.ts'

/** Token counts of the Messages API: what was read from or written to its cache is apart from `input_tokens`. */
export function toAnthropicUsage(raw: unknown, before?: Usage): Usage {
  const usage = isRecord(raw) ? raw : {}
  const cached = readNumber(usage['cache_read_input_tokens'])
  const written = readNumber(usage['cache_creation_input_tokens']) ?? 0
  const input = readNumber(usage['input_tokens'])
  // The last event of a stream may repeat the input's figures, or leave them out.
  const prompt = input === null ? (before?.prompt_tokens ?? 0) : input + (cached ?? 0) + written
  const completion = readNumber(usage['output_tokens']) ?? before?.completion_tokens ?? 0
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached ?? before?.prompt_tokens_details?.cached_tokens ?? 0 },
  }
}
