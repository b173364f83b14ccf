/** Selects all of them; when all are selected, deselects them. The rest of the selection stays. */
export function toggleLinks(selected: ReadonlySet<string>, links: readonly string[]): ReadonlySet<string> {
  const next = new Set(selected)
  const out = links.every(link => next.has(link))
  for (const link of links) {
    if (out) next.delete(link)
    else next.add(link)
  }
  return next
}
