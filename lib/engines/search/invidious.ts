import type { BackendContext } from './backend-context.ts'
import { readNumber } from '#lib/engines/json.ts'
import { type Item, maybe, readItems, readText } from './read-items.ts'
import type { RawDocument, SearchBackend } from './search-backend.ts'
import { videoDocument } from './video-document.ts'

/** An instance of the operator's own. @see https://docs.invidious.io/api/#get-apiv1search */
export function createInvidious({ connection }: BackendContext): SearchBackend {
  return {
    id: 'invidious',
    async search({ query, limit, signal }) {
      const value = await connection.getJson('/api/v1/search', { q: query, type: 'video' }, { signal })
      return { documents: readItems(value).slice(0, limit).map(toDocument) }
    },
  }
}

function toDocument(video: Item): RawDocument {
  const seconds = readNumber(video['published'])
  const at = seconds === null ? null : new Date(seconds * 1000)
  const preview = `https://i.ytimg.com/vi/${readText(video, 'videoId')}/mqdefault.jpg`
  return videoDocument(readText(video, 'videoId'), {
    title: readText(video, 'title'),
    content: readText(video, 'description'),
    ...maybe('published', at === null || Number.isNaN(at.getTime()) ? '' : at.toISOString()),
    image: preview,
    thumbnail: preview,
  })
}
