/**
 * Text that both databases store unchanged. It may come from a client, and must neither be rejected (PostgreSQL
 * has no NUL) nor be altered (half a surrogate pair).
 */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
