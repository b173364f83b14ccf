import { toAmount } from '#components/keys/budget-words.ts'

type Fields = Readonly<Record<string, unknown>> | null

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Names of the fields that say something: where both sides are known, those that differ. */
export function listChanged(before: Fields, after: Fields): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (before === null || after === null) return names
  return names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** `bodyDays` as `body days`; a sum is told in its unit, so its name is not. */
export function toLabel(name: string): string {
  return name
    .replace(/Nanos$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

/** What a field holds, for people: moments in their zone, sums in US dollars, lists and parts without brackets. */
export function toWords(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'number') return toFigure(name, value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map(each => toWords(name, each)).join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([part, held]) => `${toLabel(part)} ${toWords(part, held)}`)
      .join(', ')
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return toTexts(text) ?? text
}

function toFigure(name: string, value: number): string {
  if (/At$|^(since|until)$/.test(name)) return moment.format(value)
  return name.endsWith('Nanos') ? toAmount(value / 1e9) : String(value)
}

/** Of a list that is kept as text; null: it is none. */
function toTexts(text: string): string | null {
  if (!text.startsWith('["')) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.join(', ') : null
  } catch {
    return null
  }
}
