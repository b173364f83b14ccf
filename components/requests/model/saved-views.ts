import { isRecord, readJson } from '#lib/read-json.ts'
import { type LogFilter, readFilter, toFilterSearch } from './filter-address.ts'

/** A named filter of the request log. */
export interface RequestView {
  readonly name: string
  readonly filter: LogFilter
  /** Whether the user saved it, so that it can be removed. */
  readonly own: boolean
}

const builtIn: readonly RequestView[] = [
  { name: 'All', filter: {}, own: false },
  { name: 'Errors', filter: { outcome: 'failed' }, own: false },
  { name: 'Slower than 5 s', filter: { min_ms: 5000 }, own: false },
]

const viewsMax = 20
export const viewNameLengthMax = 40

/** The built-in views, then the saved ones; stored views that cannot be read are ignored. */
export function readViews(stored: string | null): readonly RequestView[] {
  const saved = readJson(stored ?? '[]')
  if (!Array.isArray(saved)) return builtIn
  const own = saved.flatMap((each): RequestView[] => {
    if (!isRecord(each) || typeof each['name'] !== 'string' || typeof each['search'] !== 'string') return []
    const name = each['name'].trim().slice(0, viewNameLengthMax)
    return name === '' ? [] : [{ name, filter: readFilter(new URLSearchParams(each['search'])), own: true }]
  })
  return [...builtIn, ...own.slice(0, viewsMax)]
}

/** The text to store: only views that the user saved. */
export function writeViews(views: readonly RequestView[]): string {
  return JSON.stringify(
    views
      .filter(({ own }) => own)
      .map(({ name, filter }) => ({ name, search: toFilterSearch(filter).toString() })),
  )
}

/**
 * Adds a view, or replaces the saved one of that name.
 * @returns the reason why it cannot be saved, or all views
 */
export function addView(
  views: readonly RequestView[],
  name: string,
  filter: LogFilter,
): string | readonly RequestView[] {
  const trimmed = name.trim()
  if (trimmed === '') return 'Enter a name.'
  if (trimmed.length > viewNameLengthMax)
    return `The name has ${trimmed.length} characters; the limit is ${viewNameLengthMax}. Shorten it.`
  const others = views.filter(view => view.name !== trimmed)
  if (others.filter(({ own }) => !own).length < builtIn.length)
    return `“${trimmed}” is a built-in view. Choose another name.`
  if (others.length - builtIn.length >= viewsMax)
    return `You have ${viewsMax} saved views, which is the limit. Remove one first.`
  return [...others, { name: trimmed, filter, own: true }]
}

/** The view that a filter shows. A view without a time applies to any time. */
export function findView(views: readonly RequestView[], filter: LogFilter): RequestView | undefined {
  return (
    views.find(view => isSame(view.filter, filter)) ??
    views.find(view => !hasTime(view.filter) && isSame(view.filter, withoutTime(filter)))
  )
}

/** Whether there is a view of exactly this filter. */
export function isSaved(views: readonly RequestView[], filter: LogFilter): boolean {
  return views.some(view => isSame(view.filter, filter))
}

/** The filter after choosing a view: its own, in the current time unless it has one. */
export function openView({ filter }: RequestView, current: LogFilter): LogFilter {
  if (hasTime(filter)) return filter
  const { within, from, to } = current
  const time = { within, from, to }
  return { ...filter, ...Object.fromEntries(Object.entries(time).filter(([, value]) => value !== undefined)) }
}

function hasTime({ within, from, to }: LogFilter): boolean {
  return (within ?? from ?? to) !== undefined
}

function withoutTime({ within: _, from: __, to: ___, ...filter }: LogFilter): LogFilter {
  return filter
}

function isSame(one: LogFilter, other: LogFilter): boolean {
  const text = (filter: LogFilter) => {
    const search = toFilterSearch(filter)
    search.sort()
    return search.toString()
  }
  return text(one) === text(other)
}
