import { redact } from '#lib/redact.ts'

const names =
  'api[_-]?key|(?:proxy-)?authorization|x-api-key|x-auth-token|password|passwd|secret|client_secret|private_key|access_token|refresh_token|cookie|set-cookie'

// Fields that say themselves what they hold, in JSON and in JSON within a string of it. The last one may lack its end:
// what is kept is cut off somewhere.
const fields = [
  new RegExp(`("(?:${names})"\\s*:\\s*")[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?="|\\\\?$)`, 'gi'),
  new RegExp(`(\\\\"(?:${names})\\\\"\\s*:\\s*\\\\")(?:[^"\\\\]|\\\\\\\\(?:\\\\"|\\\\\\\\|[^"\\\\]))+`, 'gi'),
]

const privateKey = /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^"]*?(?=-----END|"|$)/g

/** A body without what looks like a secret, by its form or by the name of its field. */
export function redactBody(text: string): string {
  return fields.reduce(
    (rest, pattern) => rest.replace(pattern, '$1[redacted]'),
    redact(text).replace(privateKey, '$1[redacted]'),
  )
}
