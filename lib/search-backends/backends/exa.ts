import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readAmount, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { RawDocument } from '#lib/search-backends/search-backend.ts'

const textCharsMax = 2000

/** @see https://docs.exa.ai/reference/search */
export const exa = defineBackend({
  id: 'exa',
  serves: { web: 5, academic: 3 },
  credentials: key => ({ 'x-api-key': key }),
  reportsCosts: true,
  // The text of 25 results, at a fifth of a search each.
  unitsMax: 6,
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
    async search({ query, kind, limit, signal }) {
      const body = {
        query,
        type: 'auto',
        numResults: Math.min(25, limit),
        contents: { text: { maxCharacters: textCharsMax } },
        ...(kind === 'academic' && { category: 'research paper' }),
      }
      const value = await connection.postJson('/search', body, { signal })
      return {
        documents: readItems(value, 'results').map(toDocument),
        costUsd: readAmount(value, 'costDollars', 'total'),
      }
    },
  }
}

function toDocument(result: Item): RawDocument {
  return {
    title: readText(result, 'title'),
    url: readText(result, 'url'),
    content: readText(result, 'text') || readText(result, 'summary'),
    ...maybe('published', readText(result, 'publishedDate')),
    ...maybe('image', readText(result, 'image')),
  }
}
