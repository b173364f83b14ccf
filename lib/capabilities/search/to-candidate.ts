import type { SearchDocument } from '#lib/engines/search/search-backend.ts'
import type { Candidate } from './candidate.ts'

/** A backend's result; a video without a description is known by its title. */
export function toCandidate(document: SearchDocument, readable: boolean): Candidate {
  const { title, url, content, backend, rank, published } = document
  return {
    title,
    url,
    text: content.trim() === '' ? title : content,
    backend,
    rank,
    readable,
    ...(published !== undefined && { published }),
  }
}
