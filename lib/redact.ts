/** Removes secrets from text before it reaches a response, a log or a row. Imports only the key formats. */
import { keyForms, keyStart, toKeyPattern } from './secrets.ts'

const patterns: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`${keyStart}(Bearer|Basic)\s+[\w.~+/=-]{8,}`, 'gi'), '$1 [redacted]'],
  ...keyForms.map(
    form => [new RegExp(toKeyPattern(form, `{${form.lengthMin.log},}`), 'g'), '$1[redacted]'] as const,
  ),
  // In JSON, the backslash of an escaped quote or line break is not part of the value.
  [
    /([?&](?:api[_-]?key|key|token|access_token|secret|password|signature|sig)=)(?:[^&\s"'\\]|\\+(?![\\"'bfnrt]|$))+/gi,
    '$1[redacted]',
  ],
  // JSON may escape slashes. Schemes are short: without a length limit, a text of dots and letters would be rescanned from each of them.
  [/\b([a-z][\w+.-]{0,40}:(?:\\?\/){2})[^\s/@"']+@/gi, '$1[redacted]@'],
]

const cutForms: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`${keyStart}(Bearer|Basic)\s+[\w.~+/=-]+(?=\\?$)`, 'i'), '$1 [redacted]'],
  ...keyForms.map(form => [new RegExp(toKeyPattern(form, String.raw`+(?=\\?$)`)), '$1[redacted]'] as const),
]

/** The same for truncated text: its end may be the beginning of a key. */
export function redactCut(text: string): string {
  return replaceAll(redact(text), cutForms)
}

/** @param secrets known secret values, such as the provider's key and base URL */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter(secret => secret.length >= 4)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return replaceAll(known, patterns).replace(/[\w.-]{20,}/g, redactTokens)
}

function replaceAll(text: string, forms: readonly (readonly [RegExp, string])[]): string {
  return forms.reduce((rest, [form, replacement]) => rest.replace(form, replacement), text)
}

/**
 * JSON web tokens among parts joined by dots. A single expression would be quadratic in the length of the text.
 */
function redactTokens(run: string): string {
  if (!run.includes('eyJ')) return run
  const parts = run.split('.')
  const kept: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const start = part.search(/(?:\b|(?<=^[bfnrt]))eyJ/)
    const isToken =
      start !== -1 && part.length - start >= 11 && (parts[at + 1]?.length ?? 0) >= 8 && at + 2 < parts.length
    kept.push(isToken ? `${part.slice(0, start)}[redacted]` : part)
    if (isToken) at += 2
  }
  return kept.join('.')
}
