import type { SearchBackendReport, SearchOrigin } from '#lib/contracts/search.ts'
import type { Gathered } from './gather.ts'
import type { SearchItem } from './search-item.ts'
import type { Source } from './source.ts'

const contentCharsMax = 2000

/** Packed sources as clients read them, with where each came from. */
export function toFound(
  sources: readonly Source[],
  query: string,
  reports: Gathered['reports'],
): Extract<SearchItem, { kind: 'found' }> {
  return {
    kind: 'found',
    sources: sources.map(({ title, url, content }) => ({
      pageContent: content.slice(0, contentCharsMax),
      metadata: { title, url },
    })),
    details: {
      query,
      sources: sources.map(toOrigin),
      backends: reports.map(({ kind: _, ...report }): SearchBackendReport => report),
    },
  }
}

function toOrigin({ backend, rank, score, published, also }: Source): SearchOrigin {
  return {
    backend,
    rank,
    ...(score !== undefined && { score: Math.round(score * 1000) / 1000 }),
    ...(published !== undefined && { published }),
    ...(also !== undefined && { also: also.map(each => ({ ...each })) }),
  }
}
