/**
 * The page of the console that shows an item.
 * @param page where it begins; null: at its top
 * @param find whose words are marked there
 */
export function itemPath(id: string, page: number | null = null, find = ''): string {
  const search = find === '' ? '' : `?${new URLSearchParams({ find }).toString()}`
  return `/library/${encodeURIComponent(id)}${search}${page === null ? '' : `#page=${page}`}`
}

/** The page that a fragment names; null where it names none. */
export function readPageAnchor(hash: string): number | null {
  const digits = /^#page=([1-9]\d{0,6})$/.exec(hash)?.[1]
  return digits === undefined ? null : Number(digits)
}
