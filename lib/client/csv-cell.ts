/**
 * A text as a cell of RFC 4180: in quotes where it needs them. One that a spreadsheet would run as a formula gets an
 * apostrophe in front, by which spreadsheets know text.
 */
export function toCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
