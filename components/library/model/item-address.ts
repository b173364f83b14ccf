/**
 * The console URL of an item.
 * @param page the page to scroll to; null: the top
 * @param find the query whose terms are highlighted
 */
export function itemPath(id: string, page: number | null = null, find = ''): string {
  const search = find === '' ? '' : `?${new URLSearchParams({ find }).toString()}`
  return `/library/${encodeURIComponent(id)}${search}${page === null ? '' : `#page=${page}`}`
}

/** The page in a URL fragment; null if there is none. */
export function readPageAnchor(hash: string): number | null {
  const digits = /^#page=([1-9]\d{0,6})$/.exec(hash)?.[1]
  return digits === undefined ? null : Number(digits)
}
