const linksMax = 5
const address = /https?:\/\/[^\s<>"'`{}|\\^]+/giu

export interface QueryLinks {
  /** Absolute http or https addresses, each once, at most 5. */
  readonly links: readonly string[]
  /** The query without them. */
  readonly rest: string
}

/** The addresses that a person wrote into a query: no other text ever chooses what is fetched. */
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

/** A sentence's full stop, or the bracket around an address, is not part of it. */
function withoutPunctuation(found: string): string {
  const text = found.replace(/[.,;:!?*_]+$/u, '')
  const unopened = text.endsWith(')') && text.split(')').length > text.split('(').length
  return unopened || text.endsWith(']') ? withoutPunctuation(text.slice(0, -1)) : text
}
