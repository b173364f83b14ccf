import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { maybe, readItems, readText } from '#lib/search-backends/read-items.ts'

/** @see https://www.ncbi.nlm.nih.gov/books/NBK25499/ */
export const pubmed = defineBackend({
  id: 'pubmed',
  serves: { academic: 2 },
  baseUrl: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  rateLimit: { concurrency: 3, intervalMs: 334 },
  keyedRateLimit: { concurrency: 10, intervalMs: 100 },
  create,
})

function create({ connection, apiKey, contact }: BackendContext): BackendClient {
  const common = {
    db: 'pubmed',
    retmode: 'json',
    tool: 'sextant',
    email: contact?.includes('@') === true ? contact : undefined,
    api_key: apiKey === '' ? undefined : apiKey,
  }
  return {
    async search({ query, limit, signal }) {
      const found = await connection.getJson(
        '/esearch.fcgi',
        { ...common, term: query, retmax: limit, sort: 'relevance' },
        { signal },
      )
      const ids = readIds(found)
      if (ids.length === 0) return { documents: [] }
      const value = await connection.getJson('/esummary.fcgi', { ...common, id: ids.join(',') }, { signal })
      const result = isRecord(value) ? value['result'] : undefined
      const documents = ids.flatMap(id => {
        const paper = isRecord(result) ? result[id] : undefined
        if (!isRecord(paper)) return []
        const authors = readItems(paper, 'authors').map(author => readText(author, 'name'))
        const title = readText(paper, 'title')
        // A summary has no abstract: the available fields identify the paper.
        const content = [title, authors.slice(0, 6).join(', '), readText(paper, 'fulljournalname')]
        return [
          {
            title,
            url: `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
            content: content.filter(text => text !== '').join(' — '),
            ...maybe('published', readText(paper, 'pubdate')),
          },
        ]
      })
      return { documents }
    },
  }
}

function readIds(value: unknown): string[] {
  const list =
    isRecord(value) && isRecord(value['esearchresult']) ? value['esearchresult']['idlist'] : undefined
  return Array.isArray(list) ? list.filter(id => typeof id === 'string' && /^\d+$/.test(id)) : []
}
