import { readJson } from '#lib/read-json.ts'
import { isRecord, readNumber, readString } from './json.ts'

const byName: Readonly<Record<string, number>> = {
  context_length_exceeded: 400,
  invalid_request_error: 400,
  content_policy_violation: 400,
  content_filter: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  permission_error: 403,
  insufficient_quota: 402,
  billing_error: 402,
  not_found_error: 404,
  model_not_found: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  overloaded_error: 529,
  // OpenAI's and Anthropic's types of a 500.
  server_error: 500,
  api_error: 500,
}

/** The status of an error inside a 200: its own number, else by its code or type, else 502. */
export function errorStatus(text: string): number {
  const body = readJson(text)
  const error = isRecord(body) ? (body['error'] ?? body) : null
  if (!isRecord(error)) return 502
  const number = readNumber(error['code']) ?? readNumber(error['status']) ?? readNumber(error['status_code'])
  if (number !== null && number >= 400 && number < 600) return number
  const code = readString(error['code']) ?? ''
  return byName[code] ?? byName[readString(error['type']) ?? ''] ?? 502
}
