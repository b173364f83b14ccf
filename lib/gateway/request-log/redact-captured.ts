import { redact, redactCut } from '#lib/redact.ts'

// Fields that arrive in pieces, of the OpenAI format and of Anthropic's.
const names = ['content', 'reasoning_content', 'arguments', 'text', 'thinking', 'partial_json'] as const

const captureRedactNames =
  'api[_-]?key|(?:proxy-)?authorization|x-api-key|x-auth-token|password|passwd|secret|client_secret|aws_secret_access_key|secret_access_key|secretAccessKey|secret_key|private_key|access_token|refresh_token|cookie|set-cookie'

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
 * Redacts a logged stream. A model may emit a secret in chunks that do not look like one, so the joined text
 * is checked too; if it contains a secret, the redacted text moves into the first chunk.
 * @param text JSON pairs of milliseconds and the text written then
 * @param whole false: the stream was truncated
 * @param secrets known secret values
 */
export function redactEvents(text: string, whole: boolean, secrets: readonly string[] = []): string {
  const written = JSON.parse(text) as (readonly [number, string])[]
  let texts = written.map(([, each]) => each)
  for (const name of names) texts = joinWhereSecret(texts, name, whole, secrets)
  if (!whole && texts.length > 0) texts = texts.with(-1, redactEnd(texts.at(-1) ?? '', secrets))
  return redactBody(JSON.stringify(written.map(([atMs], at) => [atMs, texts[at] ?? ''])), true, secrets)
}

function joinWhereSecret(
  texts: readonly string[],
  name: string,
  whole: boolean,
  secrets: readonly string[],
): string[] {
  const piece = new RegExp(`("${name}"\\s*:\\s*)"([^"\\\\]*(?:\\\\.[^"\\\\]*)*)("|\\\\?$)`, 'g')
  const said = texts.flatMap(text => [...text.matchAll(piece)].map(([, , value = '']) => value)).join('')
  // Escaped like JSON, so that the redacted text can be put back the same way.
  const redacted = redactBody(said, whole, secrets)
  if (redacted === said) return [...texts]
  let first = true
  return texts.map(text =>
    text.replace(piece, (_, before: string, __, end: string) => {
      const value = first ? redacted : ''
      first = false
      return `${before}"${value}${end}`
    }),
  )
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
