/**
 * A text as an RFC 4180 cell, quoted if needed. A text that a spreadsheet would run as a formula gets a leading
 * apostrophe, which marks it as text.
 */
export function toCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
