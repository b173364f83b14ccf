import type { BackendContext } from './backend-context.ts'
import { type Item, maybe, readItems, readText } from './read-items.ts'
import type { RawDocument, SearchBackend } from './search-backend.ts'
import { SearchFault } from './search-fault.ts'

const used = (status: number) => () =>
  new SearchFault('configuration', `${status}: the limit of its plan is used up`)
const meanings = { 432: used(432), 433: used(433) }

/** @see https://docs.tavily.com/documentation/api-reference/endpoint/search */
export function createTavily({ connection }: BackendContext): SearchBackend {
  return {
    id: 'tavily',
    async search({ query, limit, site, signal }) {
      const body = {
        query,
        max_results: Math.min(20, limit),
        search_depth: 'basic',
        // Other hosts leak through: whoever asked filters again.
        ...(site !== undefined && { include_domains: [site] }),
      }
      const value = await connection.postJson('/search', body, { signal, meanings })
      return { documents: readItems(value, 'results').map(toDocument) }
    },
  }
}

function toDocument(result: Item): RawDocument {
  return {
    title: readText(result, 'title'),
    url: readText(result, 'url'),
    content: readText(result, 'content'),
    ...maybe('published', readText(result, 'published_date')),
  }
}
