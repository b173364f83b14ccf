import { redactCut } from '#lib/redact.ts'
import { redactBody } from './capture-redact.ts'

const names = ['content', 'reasoning_content', 'arguments'] as const

/**
 * A kept stream without secrets. A model writes one in pieces, of which none looks like a secret: what the pieces say
 * together is looked through too, and where it holds one, all of it stands in the first piece, without the secret.
 * @param text JSON of pairs of milliseconds and what was written then
 * @param whole false: the last of it was cut off somewhere
 */
export function redactEvents(text: string, whole: boolean): string {
  const written = JSON.parse(text) as (readonly [number, string])[]
  let texts = written.map(([, each]) => each)
  for (const name of names) texts = joinWhereSecret(texts, name, whole)
  if (!whole) texts = texts.with(-1, redactCut(texts.at(-1) ?? ''))
  return redactBody(JSON.stringify(written.map(([atMs], at) => [atMs, texts[at] ?? ''])), true)
}

function joinWhereSecret(texts: readonly string[], name: string, whole: boolean): string[] {
  const piece = new RegExp(`("${name}"\\s*:\\s*)"([^"\\\\]*(?:\\\\.[^"\\\\]*)*)("|\\\\?$)`, 'g')
  const said = texts.flatMap(text => [...text.matchAll(piece)].map(([, , value = '']) => value)).join('')
  // Escaped as JSON is: what is left of it is put back the same way.
  const redacted = redactBody(said, whole)
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
