/** Truncates a query to a backend's limit, at a word if possible. */
export function shorten(
  query: string,
  { chars = 400, words }: { chars?: number; words?: number } = {},
): string {
  const few = words === undefined ? query : query.split(/\s+/u).slice(0, words).join(' ')
  if (few.length <= chars) return few
  const start = few.slice(0, chars)
  const space = start.lastIndexOf(' ')
  return (space > chars / 2 ? start.slice(0, space) : start).toWellFormed()
}
