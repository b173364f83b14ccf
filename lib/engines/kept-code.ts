import type { ErrorCode } from '#lib/errors.ts'

const contextPattern =
  /context[ _-]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|reduce the length|input token count|must have less than \d+ tokens|is too large to process/i
const policyPattern = /content[ _-]?(policy|filter|management)|responsible ai|moderation|flagged/i

/** Our code for what an upstream says of the request itself, where the two have the same meaning; else null. */
export function keptCode(code: string | null, message: string): ErrorCode | null {
  if (code === 'context_length_exceeded' || code === 'exceed_context_size_error')
    return 'context_length_exceeded'
  if (code === 'content_policy_violation' || code === 'content_filter') return 'content_policy_violation'
  if (contextPattern.test(message)) return 'context_length_exceeded'
  return policyPattern.test(message) ? 'content_policy_violation' : null
}
