import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { RawDocument } from '#lib/search-backends/search-backend.ts'
import { videoDocument } from './youtube.ts'

/** A self-hosted instance. @see https://docs.piped.video/docs/api-documentation/ */
export const piped = defineBackend({
  id: 'piped',
  serves: { videos: 4 },
  rateLimit: { concurrency: 2, intervalMs: 0 },
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
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
