import type { Usage } from '#lib/contracts/usage.ts'
import { isObject, toNumber } from '#lib/client/json-value.ts'

/** The token counts of an answer; null when the server gave none that can be read. */
export function readUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const promptTokens = toNumber(value['prompt_tokens'])
  const completionTokens = toNumber(value['completion_tokens'])
  if (promptTokens === null || completionTokens === null) return null
  const details = value['prompt_tokens_details']
  const cached = isObject(details) ? toNumber(details['cached_tokens']) : null
  const cost = toNumber(value['cost'])
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: toNumber(value['total_tokens']) ?? promptTokens + completionTokens,
    ...(cached === null ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(cost === null ? {} : { cost }),
  }
}
