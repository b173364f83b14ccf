import { redact, redactCut } from '#lib/redact.ts'
import { replaceInStream } from '#lib/secrets.ts'

const captureRedactNames =
  'api[_-]?key|(?:proxy-)?authorization|x-api-key|x-auth-token|password|passwd|secret|client_secret|aws_secret_access_key|secret_access_key|secretAccessKey|secret_key|private_key|access_token|refresh_token|authorization_token|cookie|set-cookie'

// Fields with secret names, in JSON and in JSON within strings. The last one may be truncated.
const fields = [
  new RegExp(`("(?:${captureRedactNames})"\\s*:\\s*")[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?="|\\\\?$)`, 'gi'),
  new RegExp(
    `(\\\\"(?:${captureRedactNames})\\\\"\\s*:\\s*\\\\")(?:[^"\\\\]|\\\\\\\\(?:\\\\"|\\\\\\\\|[^"\\\\]))+`,
    'gi',
  ),
]

// A quote within JSON strings within JSON is behind that many backslashes, which belong to it. The limit keeps the search linear.
const privateKey = /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^"]*?(?=-----END|\\{0,15}"|$)/g

/**
 * Redacts a logged stream.
 * @param text JSON pairs of milliseconds and the text written then
 * @param whole false: the stream was truncated
 * @param secrets known secret values
 */
export function redactEvents(text: string, whole: boolean, secrets: readonly string[] = []): string {
  const written = JSON.parse(text) as (readonly [number, string])[]
  let texts = replaceInStream(
    written.map(([, each]) => each),
    said => redactBody(said, whole, secrets),
  )
  if (!whole && texts.length > 0) texts = texts.with(-1, redactEnd(texts.at(-1) ?? '', secrets))
  return redactBody(JSON.stringify(written.map(([atMs], at) => [atMs, texts[at] ?? ''])), true, secrets)
}

/**
 * Redacts everything in a body that looks like a secret, by its format or by the name of its field.
 * @param whole false: the body was truncated, possibly within a secret
 * @param secrets known secret values
 */
export function redactBody(text: string, whole: boolean, secrets: readonly string[] = []): string {
  const known = whole ? redact(text, secrets) : redactEnd(text, secrets)
  return fields.reduce(
    (rest, pattern) => rest.replace(pattern, '$1[redacted]'),
    known.replace(privateKey, '$1[redacted]'),
  )
}

const secretLengthMin = 4

/** The same for a truncated text, which may end within a known secret. */
function redactEnd(text: string, secrets: readonly string[]): string {
  const known = redactCut(redact(text, secrets))
  for (const secret of secrets) {
    for (let length = secret.length - 1; length >= secretLengthMin; length--) {
      if (known.endsWith(secret.slice(0, length))) return `${known.slice(0, -length)}[redacted]`
    }
  }
  return known
}
