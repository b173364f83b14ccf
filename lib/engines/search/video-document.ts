import type { RawDocument } from './search-backend.ts'

/** A YouTube video by its id; without one its address is empty, and it is dropped. */
export function videoDocument(id: string, about: Omit<RawDocument, 'url' | 'frame'>): RawDocument {
  return { ...about, url: /^[\w-]{6,20}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : '' }
}
