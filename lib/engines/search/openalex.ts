import type { BackendContext } from './backend-context.ts'
import { isRecord, readIndex } from '#lib/engines/json.ts'
import { type Item, maybe, readItems, readText } from './read-items.ts'
import type { RawDocument, SearchBackend } from './search-backend.ts'

const wordsMax = 1000
const fields = 'id,doi,display_name,publication_date,primary_location,abstract_inverted_index'

/** @see https://developers.openalex.org/api-reference/introduction */
export function createOpenAlex({ connection, apiKey, contact }: BackendContext): SearchBackend {
  return {
    id: 'openalex',
    async search({ query, limit, signal }) {
      const mailto = contact?.includes('@') === true ? contact : undefined
      const parameters = { search: query, per_page: limit, select: fields, api_key: apiKey, mailto }
      const value = await connection.getJson('/works', parameters, { signal })
      return { documents: readItems(value, 'results').map(toDocument) }
    },
  }
}

function toDocument(work: Item): RawDocument {
  const place = readText(work, 'primary_location', 'landing_page_url')
  return {
    title: readText(work, 'display_name'),
    url: readText(work, 'doi') || place || readText(work, 'id'),
    content: toAbstract(work['abstract_inverted_index']),
    ...maybe('published', readText(work, 'publication_date')),
  }
}

/** Abstracts come as each word with its places, which is not the text in the eyes of its owner. */
function toAbstract(index: unknown): string {
  if (!isRecord(index)) return ''
  const words: string[] = []
  for (const [word, places] of Object.entries(index)) {
    for (const place of Array.isArray(places) ? (places as unknown[]) : []) {
      const at = readIndex(place)
      if (at !== null && at < wordsMax) words[at] = word
    }
  }
  // A place that nobody has is a hole, which `join` would make two spaces of.
  return words.filter(word => word !== undefined).join(' ')
}
