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

const scannedCharsMax = 64 * 1024

/** The beginning of a text that may be long. It is redacted before it is cut, so that no part of a secret remains. */
export function redactStart(text: string, secrets: readonly string[], charsMax: number): string {
  return redact(text.slice(0, scannedCharsMax), secrets).slice(0, charsMax)
}

/** @param secrets known secret values, such as the provider's key and base URL, also percent-encoded or in base64 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = formsOf(secrets).reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text)
  return replaceAll(known, patterns).replace(/[\w.-]{20,}/g, redactTokens)
}

// The base64 of a shorter one, such as the path of an address, could be part of other text.
const encodedLengthMin = 16

// A provider has one list of secrets, and headers of each of its answers are compared with it.
const formsOfSecrets = new WeakMap<readonly string[], readonly string[]>()

function formsOf(secrets: readonly string[]): readonly string[] {
  const known = formsOfSecrets.get(secrets)
  if (known !== undefined) return known
  const forms = [...new Set(secrets.filter(secret => secret.length >= 4).flatMap(toForms))]
  formsOfSecrets.set(secrets, forms)
  return forms
}

function toForms(secret: string): string[] {
  if (secret.length < encodedLengthMin) return [secret]
  const forms = [0, 1, 2].flatMap(before => {
    const form = toBase64(secret, before)
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [...new Set([secret, encodeURIComponent(secret.toWellFormed()), ...forms])]
}

/** The characters of base64 that depend on the secret alone, after `before` other bytes. */
function toBase64(secret: string, before: number): string {
  const bytes = new TextEncoder().encode('\0'.repeat(before) + secret)
  const characters = btoa(String.fromCharCode(...bytes))
  return characters.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
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
