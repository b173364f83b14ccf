/** Takes all of them in; where all are in already, takes them out. What else was selected stays so. */
export function toggleLinks(selected: ReadonlySet<string>, links: readonly string[]): ReadonlySet<string> {
  const next = new Set(selected)
  const out = links.every(link => next.has(link))
  for (const link of links) {
    if (out) next.delete(link)
    else next.add(link)
  }
  return next
}
