import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readAmount, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { RawDocument } from '#lib/search-backends/search-backend.ts'
import { SearchFault } from '#lib/search-backends/search-fault.ts'

const used = (status: number) => () => new SearchFault('configuration', `${status}: plan limit reached`)

const meanings = { 432: used(432), 433: used(433) }

/** @see https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const tavily = defineBackend({
  id: 'tavily',
  serves: { web: 4, discussions: 4 },
  credentials: key => ({ authorization: `Bearer ${key}` }),
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
    async search({ query, limit, site, signal }) {
      const body = {
        query,
        max_results: Math.min(20, limit),
        search_depth: 'basic',
        include_usage: true,
        // Results from other hosts leak through: callers filter again.
        ...(site !== undefined && { include_domains: [site] }),
      }
      const value = await connection.postJson('/search', body, { signal, meanings })
      return {
        documents: readItems(value, 'results').map(toDocument),
        credits: readAmount(value, 'usage', 'credits'),
      }
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
