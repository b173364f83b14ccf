import { isRecord, readIndex } from '#lib/providers/transport/json.ts'
import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { RawDocument } from '#lib/search-backends/search-backend.ts'

const wordsMax = 1000

const fields = 'id,doi,display_name,publication_date,primary_location,abstract_inverted_index'

/** @see https://developers.openalex.org/api-reference/introduction */
export const openalex = defineBackend({
  id: 'openalex',
  serves: { academic: 4 },
  freeKeys: true,
  create,
})

function create({ connection, apiKey, contact }: BackendContext): BackendClient {
  return {
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

/** Abstracts are an inverted index of words and positions, for copyright reasons. */
function toAbstract(index: unknown): string {
  if (!isRecord(index)) return ''
  const words: string[] = []
  for (const [word, places] of Object.entries(index)) {
    for (const place of Array.isArray(places) ? (places as unknown[]) : []) {
      const at = readIndex(place)
      if (at !== null && at < wordsMax) words[at] = word
    }
  }
  // A missing position is a hole, which `join` would turn into two spaces.
  return words.filter(word => word !== undefined).join(' ')
}
