import { redact, redactCut } from '#lib/redact.ts'

const names =
  'api[_-]?key|(?:proxy-)?authorization|x-api-key|x-auth-token|password|passwd|secret|client_secret|aws_secret_access_key|secret_access_key|secretAccessKey|secret_key|private_key|access_token|refresh_token|cookie|set-cookie'

// Fields that say themselves what they hold, in JSON and in JSON within a string of it. The last one may lack its end:
// what is kept is cut off somewhere.
const fields = [
  new RegExp(`("(?:${names})"\\s*:\\s*")[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?="|\\\\?$)`, 'gi'),
  new RegExp(`(\\\\"(?:${names})\\\\"\\s*:\\s*\\\\")(?:[^"\\\\]|\\\\\\\\(?:\\\\"|\\\\\\\\|[^"\\\\]))+`, 'gi'),
]

const privateKey = /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^"]*?(?=-----END|"|$)/g

/**
 * A body without what looks like a secret, by its form or by the name of its field.
 * @param whole false: it was cut off somewhere, perhaps within a secret
 */
export function redactBody(text: string, whole: boolean): string {
  const known = whole ? redact(text) : redactCut(text)
  return fields.reduce(
    (rest, pattern) => rest.replace(pattern, '$1[redacted]'),
    known.replace(privateKey, '$1[redacted]'),
  )
}
