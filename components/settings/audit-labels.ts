import { toAmount } from '#components/console-kit/budget/format-budget.ts'
import { readJson } from '#lib/read-json.ts'

type Fields = Readonly<Record<string, unknown>> | null

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Names of the fields to show: those that differ, if both sides are known. */
export function listChanged(before: Fields, after: Fields): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (before === null || after === null) return names
  return names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** The text of a list without entries. */
export function formatEmptyAudit(filtered: boolean): string {
  return filtered
    ? 'No entries match. Clear the filters to see all entries.'
    : 'No entries yet. Sign-ins and changes to members, keys, providers and settings will be listed here.'
}

/** `bodyDays` as `body days`, without a unit that the value shows. */
export function toLabel(name: string): string {
  return name
    .replace(/Nanos$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

/** Formats a value: times in the local time zone, amounts in US dollars, lists and objects without brackets. */
export function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'number') return toFigure(name, value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map(each => formatValue(name, each)).join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([part, held]) => `${toLabel(part)} ${formatValue(part, held)}`)
      .join(', ')
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return toTexts(text) ?? text
}

function toFigure(name: string, value: number): string {
  if (/At$|^(since|until)$/.test(name)) return moment.format(value)
  return name.endsWith('Nanos') ? toAmount(value / 1e9) : String(value)
}

/** Reads a list that is stored as JSON text; null: not a list. */
function toTexts(text: string): string | null {
  if (!text.startsWith('["')) return null
  const list = readJson(text)
  return Array.isArray(list) ? list.join(', ') : null
}
