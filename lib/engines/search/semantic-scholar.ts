import type { BackendContext } from './backend-context.ts'
import { isRecord } from '#lib/engines/json.ts'
import { type Item, maybe, readItems, readText } from './read-items.ts'
import type { RawDocument, SearchBackend } from './search-backend.ts'

/** @see https://api.semanticscholar.org/api-docs/graph#tag/Paper-Data/operation/get_graph_paper_relevance_search */
export function createSemanticScholar({ connection }: BackendContext): SearchBackend {
  return {
    id: 'semantic-scholar',
    async search({ query, limit, signal }) {
      // It finds nothing for words with hyphens.
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
