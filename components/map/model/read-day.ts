/**
 * A `lastmod` date in Unix milliseconds; null when invalid. Sitemaps use years, months, days and times.
 * @see https://www.w3.org/TR/NOTE-datetime
 */
export function readDay(text: string): number | null {
  const match = pattern.exec(text.trim())
  if (match === null) return null
  const milliseconds = Date.parse(match[0].length === 4 ? `${match[0]}-01-01` : match[0])
  return Number.isNaN(milliseconds) ? null : milliseconds
}

const pattern =
  /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?)?)?$/
