/**
 * Text as both databases keep it. It may come from a client, and must neither be refused (PostgreSQL knows no NUL) nor
 * come back as something else (half a surrogate pair).
 */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
