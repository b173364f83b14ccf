import { toNumber, toObject } from '#lib/client/json-value.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'

/**
 * Token counts of the Responses API in the terms of chat completions; null for those of another format. Unlike those of
 * the Messages API, they have a total, and the input includes cached tokens.
 */
export function responseUsage(value: unknown): Usage | null {
  const usage = toObject(value)
  const prompt = toNumber(usage['input_tokens'])
  const completion = toNumber(usage['output_tokens'])
  const total = toNumber(usage['total_tokens'])
  if (prompt === null || completion === null || total === null) return null
  const details = toObject(usage['input_tokens_details'])
  const cached = toNumber(details['cached_tokens'])
  const written = toNumber(details['cache_write_tokens'])
  const reasoning = toNumber(toObject(usage['output_tokens_details'])['reasoning_tokens'])
  const cost = toNumber(usage['cost'])
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: total,
    prompt_tokens_details: {
      ...(cached !== null && { cached_tokens: cached }),
      ...(written !== null && { cache_write_tokens: written }),
    },
    ...(reasoning !== null && { completion_tokens_details: { reasoning_tokens: reasoning } }),
    ...(cost !== null && { cost }),
  }
}
