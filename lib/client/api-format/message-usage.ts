import { type JsonObject, toNumber, toObject } from '#lib/client/json-value.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'

/**
 * Token counts of the Messages API in the terms of chat completions, where cached tokens are part of the prompt; null
 * while the input is unknown.
 */
export function toChatUsage(usage: JsonObject): Usage | null {
  const input = toNumber(usage['input_tokens'])
  if (input === null) return null
  const cached = toNumber(usage['cache_read_input_tokens'])
  const written = toNumber(usage['cache_creation_input_tokens'])
  const completion = toNumber(usage['output_tokens']) ?? 0
  const prompt = input + (cached ?? 0) + (written ?? 0)
  const reasoning = toNumber(toObject(usage['output_tokens_details'])['thinking_tokens'])
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      ...(cached !== null && { cached_tokens: cached }),
      ...(written !== null && { cache_write_tokens: written }),
    },
    ...(reasoning !== null && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  }
}

/** The counts of a stream: those of its last event, which may leave out what its first one has said. */
export function mergeMessageUsage(first: unknown, last: unknown): JsonObject {
  const said = Object.entries(toObject(last)).filter(([, count]) => count !== null)
  return { ...toObject(first), ...Object.fromEntries(said) }
}
