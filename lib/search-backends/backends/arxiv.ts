import { parseFeed } from 'htmlparser2'
import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { SearchFault } from '#lib/search-backends/search-fault.ts'

const wordsMax = 20

/** @see https://info.arxiv.org/help/api/user-manual.html */
export const arxiv = defineBackend({
  id: 'arxiv',
  serves: { academic: 1 },
  baseUrl: 'https://export.arxiv.org/api',
  rateLimit: { concurrency: 1, intervalMs: 3000 },
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
    async search({ query, limit, signal }) {
      const words = toWords(query)
      if (words === '') return { documents: [] }
      const parameters = { search_query: `all:${words}`, max_results: limit, sortBy: 'relevance' }
      const feed = parseFeed(await connection.getText('/query', parameters, { signal }))
      if (feed === null) throw new SearchFault('error', 'not a feed')
      const documents = feed.items.map(({ title = '', link = '', id = '', description = '', pubDate }) => ({
        title,
        url: link || id,
        content: description,
        // An invalid date is present, too, as an invalid Date.
        ...(pubDate !== undefined &&
          !Number.isNaN(pubDate.getTime()) && { published: pubDate.toISOString().slice(0, 10) }),
      }))
      // An error in the query is returned as an entry.
      return { documents: documents.filter(({ url }) => !url.includes('/api/errors')) }
    },
  }
}

/** Removes query syntax: only the words of the query remain. */
function toWords(query: string): string {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter(word => !/^(AND|OR|ANDNOT|NOT)$/i.test(word))
    .slice(0, wordsMax)
    .join(' ')
}
