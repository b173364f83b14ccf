import type { BackendContext } from './backend-context.ts'
import { type Item, maybe, readItems, readText } from './read-items.ts'
import type { RawDocument, SearchBackend } from './search-backend.ts'
import { SearchFault } from './search-fault.ts'
import { videoDocument } from './video-document.ts'

const meanings = {
  403: () => new SearchFault('configuration', '403: its quota of the day is used up, or it refused its key'),
}

/** @see https://developers.google.com/youtube/v3/docs/search/list */
export function createYouTube({ connection }: BackendContext): SearchBackend {
  return {
    id: 'youtube',
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
