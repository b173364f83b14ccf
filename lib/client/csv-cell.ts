/** An RFC 4180 line with its line break; null is an empty cell. */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}

/**
 * A text is quoted if needed. A text that a spreadsheet would run as a formula gets a leading apostrophe, which
 * marks it as text; a negative number is none.
 */
function toCsvCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  // Spreadsheets of East Asian languages read full-width signs as formulas too.
  const isFormula = /^[=+\-@\t\r＝＋－＠]/.test(value) && !/^-\d+(?:\.\d+)?$/.test(value)
  const safe = isFormula ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
