import type { BackendContext } from './backend-context.ts'
import { type Item, maybe, readItems, readText } from './read-items.ts'
import type { RawDocument, SearchBackend } from './search-backend.ts'

const textCharsMax = 2000

/** @see https://docs.exa.ai/reference/search */
export function createExa({ connection }: BackendContext): SearchBackend {
  return {
    id: 'exa',
    async search({ query, kind, limit, signal }) {
      const body = {
        query,
        type: 'auto',
        numResults: Math.min(25, limit),
        contents: { text: { maxCharacters: textCharsMax } },
        ...(kind === 'academic' && { category: 'research paper' }),
      }
      const value = await connection.postJson('/search', body, { signal })
      return { documents: readItems(value, 'results').map(toDocument) }
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
