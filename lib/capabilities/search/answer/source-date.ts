import type { Source } from '#lib/capabilities/search/retrieve/source.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const month = `(?:${months.map(name => `${name}|${name.slice(0, 3)}\\.?`).join('|')})`
const year = String.raw`(?:19|20)\d{2}`
const anyYear = new RegExp(year, 'u')
const yearInPath = new RegExp(`/(${year})/`, 'u')
const dates = new RegExp(
  String.raw`\b(?:${year}-\d{2}-\d{2}|(?:\d{1,2}(?:st|nd|rd|th)?\s+)?${month}\s+(?:\d{1,2},?\s+)?${year}|${year})\b`,
  'gu',
)
const labeled = new RegExp(
  String.raw`\b(?:updated|revised|published|reviewed|posted|issued|effective|as of|last (?:changed|modified)|dated?)\b[^\d\n]{0,24}?(${dates.source})`,
  'iu',
)

/**
 * When a statement was made: the date in its sentence, else that of its source, and the source's where the sentence
 * has a later one, such as that of a plan.
 * @param asksForDate the date in the sentence is the answer itself
 * @returns an ISO date, month or year; null: unknown
 */
export function dateOf(
  sentence: string,
  passage: string,
  source: Source | undefined,
  asksForDate: boolean,
): string | null {
  const own = asksForDate ? null : toPastDate(sentence.match(dates)?.at(-1) ?? '')
  const { published = '', content = '', title = '', url = '' } = source ?? {}
  const candidates = [
    published,
    labeled.exec(passage)?.[1],
    labeled.exec(content)?.[1],
    title.match(dates)?.at(-1),
    yearInPath.exec(url)?.[1],
  ]
  const made = candidates.map(text => toPastDate(text ?? '')).find(date => date !== null) ?? null
  return own === null || (made !== null && isLater(own, made)) ? made : own
}

function toPastDate(text: string): string | null {
  const date = toIsoDate(text)
  return date === null || isFuture(date) ? null : date
}

/** Of an ISO date, month or year, as far as both are known. */
function isLater(date: string, than: string): boolean {
  const length = Math.min(date.length, than.length)
  return date.slice(0, length) > than.slice(0, length)
}

/** A page that claims to be from next year would be the newest. */
function isFuture(date: string): boolean {
  return date > new Date().toISOString().slice(0, date.length)
}

/** A sentence without dates, whose numbers are no quantities. */
export function withoutDates(sentence: string): string {
  return sentence.replace(dates, ' ')
}

/** A text without dates that say when it was made: "Updated 3 May 2021" tells nothing else. */
export function withoutLabels(text: string): string {
  return text.replace(new RegExp(labeled.source, 'giu'), ' ')
}

/** @returns null for text such as "3 days ago" */
export function toIsoDate(text: string): string | null {
  const iso = /^(?:19|20)\d{2}(?:-\d{2}(?:-\d{2})?)?(?![\d])/u.exec(text.trim())
  if (iso !== null) return iso[0]
  const found = text.match(dates)?.[0] ?? ''
  const [years = ''] = anyYear.exec(found) ?? []
  if (years === '') return null
  const name = months.findIndex(each => found.includes(each.slice(0, 3)))
  if (name === -1) return years
  const day = /\b(\d{1,2})(?!\d)/u.exec(found.replace(years, ''))?.[1]
  const monthNumber = String(name + 1).padStart(2, '0')
  return day === undefined ? `${years}-${monthNumber}` : `${years}-${monthNumber}-${day.padStart(2, '0')}`
}
