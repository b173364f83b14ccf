import type { BackendContext } from './backend-context.ts'
import { type Item, maybe, readItems, readText } from './read-items.ts'
import type { RawDocument, SearchBackend } from './search-backend.ts'
import { videoDocument } from './video-document.ts'

/** An instance of the operator's own. @see https://docs.piped.video/docs/api-documentation/ */
export function createPiped({ connection }: BackendContext): SearchBackend {
  return {
    id: 'piped',
    async search({ query, limit, signal }) {
      const value = await connection.getJson('/search', { q: query, filter: 'videos' }, { signal })
      return { documents: readItems(value, 'items').slice(0, limit).map(toDocument) }
    },
  }
}

function toDocument(item: Item): RawDocument {
  // `/watch?v=…`, without a host.
  const id = readText(item, 'url').match(/[?&]v=([\w-]+)/)?.[1] ?? ''
  return videoDocument(id, {
    title: readText(item, 'title'),
    content: readText(item, 'shortDescription'),
    ...maybe('published', readText(item, 'uploadedDate')),
    ...maybe('image', readText(item, 'thumbnail')),
    ...maybe('thumbnail', readText(item, 'thumbnail')),
  })
}
