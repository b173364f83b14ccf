import { readNumber } from '#lib/providers/transport/json.ts'
import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { RawDocument } from '#lib/search-backends/search-backend.ts'
import { videoDocument } from './youtube.ts'

/** A self-hosted instance. @see https://docs.invidious.io/api/#get-apiv1search */
export const invidious = defineBackend({
  id: 'invidious',
  serves: { videos: 3 },
  rateLimit: { concurrency: 2, intervalMs: 0 },
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
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
