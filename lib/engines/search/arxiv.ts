import { parseFeed } from 'htmlparser2'
import type { BackendContext } from './backend-context.ts'
import type { SearchBackend } from './search-backend.ts'
import { SearchFault } from './search-fault.ts'

const wordsMax = 20

/** @see https://info.arxiv.org/help/api/user-manual.html */
export function createArxiv({ connection }: BackendContext): SearchBackend {
  return {
    id: 'arxiv',
    async search({ query, limit, signal }) {
      const words = toWords(query)
      if (words === '') return { documents: [] }
      const parameters = { search_query: `all:${words}`, max_results: limit, sortBy: 'relevance' }
      const feed = parseFeed(await connection.getText('/query', parameters, { signal }))
      if (feed === null) throw new SearchFault('error', 'it sent no feed')
      const documents = feed.items.map(({ title = '', link = '', id = '', description = '', pubDate }) => ({
        title,
        url: link || id,
        content: description,
        // A date that is none is there, too, as an invalid one.
        ...(pubDate !== undefined &&
          !Number.isNaN(pubDate.getTime()) && { published: pubDate.toISOString().slice(0, 10) }),
      }))
      // A mistake in the query comes as an entry, too.
      return { documents: documents.filter(({ url }) => !url.includes('/api/errors')) }
    },
  }
}

/** Signs of its query language would be read as such: words alone are left of the query. */
function toWords(query: string): string {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter(word => !/^(AND|OR|ANDNOT|NOT)$/i.test(word))
    .slice(0, wordsMax)
    .join(' ')
}
