const linksMax = 5
const address = /https?:\/\/[^\s<>"'`{}|\\^]+/giu

export interface QueryLinks {
  /** Absolute http or https URLs, unique, at most 5. */
  readonly links: readonly string[]
  /** The query without them. */
  readonly rest: string
}

/** The URLs that a user wrote into a query: no other text can trigger a fetch. */
export function findLinks(query: string): QueryLinks {
  const links = new Set<string>()
  const rest = query.replace(address, found => {
    const text = withoutPunctuation(found)
    const url = URL.parse(text)
    if (url === null || links.size >= linksMax) return found
    links.add(url.href)
    return found.slice(text.length)
  })
  return { links: [...links], rest: rest.replace(/\s+/g, ' ').trim() }
}

/** A trailing period or enclosing bracket is not part of a URL. */
function withoutPunctuation(found: string): string {
  const text = found.replace(/[.,;:!?*_]+$/u, '')
  const unopened = text.endsWith(')') && text.split(')').length > text.split('(').length
  return unopened || text.endsWith(']') ? withoutPunctuation(text.slice(0, -1)) : text
}
