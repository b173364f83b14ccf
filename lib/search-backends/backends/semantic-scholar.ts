import { isRecord } from '#lib/providers/transport/json.ts'
import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { RawDocument } from '#lib/search-backends/search-backend.ts'

/** @see https://api.semanticscholar.org/api-docs/graph#tag/Paper-Data/operation/get_graph_paper_relevance_search */
export const semanticScholar = defineBackend({
  id: 'semantic-scholar',
  serves: { academic: 5 },
  credentials: key => ({ 'x-api-key': key }),
  // A personal key allows one request per second.
  rateLimit: { concurrency: 1, intervalMs: 1000 },
  freeKeys: true,
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
    async search({ query, limit, signal }) {
      // Words with hyphens match nothing.
      const parameters = {
        query: query.replaceAll('-', ' '),
        limit,
        fields: 'title,abstract,url,publicationDate,tldr',
      }
      const value = await connection.getJson('/paper/search', parameters, { signal })
      return { documents: readItems(value, 'data').map(toDocument) }
    },
  }
}

function toDocument(paper: Item): RawDocument {
  const { tldr } = paper
  return {
    title: readText(paper, 'title'),
    url: readText(paper, 'url'),
    content: readText(paper, 'abstract') || (isRecord(tldr) ? readText(tldr, 'text') : ''),
    ...maybe('published', readText(paper, 'publicationDate')),
  }
}
