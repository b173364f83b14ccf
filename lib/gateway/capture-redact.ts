import { redact } from '#lib/redact.ts'

const names =
  'api[_-]?key|authorization|x-api-key|password|passwd|secret|client_secret|private_key|access_token|refresh_token|cookie|set-cookie'

// Fields that say themselves what they hold, in JSON and in JSON within a string of it.
const fields = [
  new RegExp(`("(?:${names})"\\s*:\\s*")[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?=")`, 'gi'),
  new RegExp(`(\\\\"(?:${names})\\\\"\\s*:\\s*\\\\")[^"\\\\]+`, 'gi'),
]

/** A body without what looks like a secret, by its form or by the name of its field. */
export function redactBody(text: string): string {
  return fields.reduce((rest, pattern) => rest.replace(pattern, '$1[redacted]'), redact(text))
}
