import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { RawDocument } from '#lib/search-backends/search-backend.ts'
import { SearchFault } from '#lib/search-backends/search-fault.ts'

const meanings = {
  403: () => new SearchFault('configuration', '403: daily quota exceeded, or key rejected'),
}

/** @see https://developers.google.com/youtube/v3/docs/search/list */
export const youtube = defineBackend({
  id: 'youtube',
  serves: { videos: 2 },
  credentials: key => ({ 'x-goog-api-key': key }),
  freeKeys: true,
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
    async search({ query, limit, language, signal }) {
      const primary = language?.split('-', 1)[0]?.toLowerCase()
      const relevanceLanguage = primary?.length === 2 ? primary : undefined
      const parameters = { part: 'snippet', type: 'video', q: query, maxResults: limit, relevanceLanguage }
      const value = await connection.getJson('/search', parameters, { signal, meanings })
      return { documents: readItems(value, 'items').map(toDocument) }
    },
  }
}

function toDocument(item: Item): RawDocument {
  return videoDocument(readText(item, 'id', 'videoId'), {
    title: readText(item, 'snippet', 'title'),
    content: readText(item, 'snippet', 'description'),
    ...maybe('published', readText(item, 'snippet', 'publishedAt')),
    ...maybe('image', readText(item, 'snippet', 'thumbnails', 'high', 'url')),
    ...maybe('thumbnail', readText(item, 'snippet', 'thumbnails', 'medium', 'url')),
  })
}

/** A YouTube video by id; without one its URL is empty, and it is dropped. */
export function videoDocument(id: string, about: Omit<RawDocument, 'url' | 'frame'>): RawDocument {
  return { ...about, url: /^[\w-]{6,20}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : '' }
}
