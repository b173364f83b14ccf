import type { FocusMode } from '#lib/contracts/api/search/search-params.ts'
import { builtInSearchBackends } from '#lib/known-search-backends.ts'
import { allBackends } from './all-backends.ts'
import type { SearchKind } from './search-backend.ts'

interface Plan {
  /** Backends in query order; the operator's own order overrides it. */
  readonly configured: readonly string[]
  /** Queried if none of those responded, group by group until one has results; they need no key and no server. */
  readonly builtIn: readonly (readonly string[])[]
  /** Results of other hosts are dropped. */
  readonly site?: string
}

const builtInIds: ReadonlySet<string> = new Set(builtInSearchBackends)

/** The backends of each search type, from their definitions. */
export const searchPlans: Readonly<Record<SearchKind, Plan>> = {
  web: planOf('web'),
  academic: planOf('academic'),
  // The calculator sends nothing, so it comes before the public servers.
  math: { ...planOf('math'), builtIn: [['calculator'], ...planOf('math').builtIn] },
  videos: planOf('videos'),
  images: planOf('images'),
  discussions: { ...planOf('discussions'), site: 'reddit.com' },
}

function planOf(kind: SearchKind): Plan {
  const ids = allBackends
    .flatMap(({ id, serves }) => ({ id, position: serves[kind] ?? null }))
    .filter(({ position }) => position !== null)
    .toSorted((one, other) => Number(one.position) - Number(other.position))
    .map(({ id }) => id)
  const builtIn = ids.filter(id => builtInIds.has(id))
  return {
    configured: ids.filter(id => !builtInIds.has(id)),
    builtIn: builtIn.length === 0 ? [] : [builtIn],
  }
}

interface Mode {
  /** Null: no search. */
  readonly kind: SearchKind | null
  /** Required hosts of pages, for the web and the library; null: any. */
  readonly hosts: readonly string[] | null
}

export const searchModes: Readonly<Record<FocusMode, Mode>> = {
  webSearch: { kind: 'web', hosts: null },
  academicSearch: { kind: 'academic', hosts: null },
  writingAssistant: { kind: null, hosts: null },
  wolframAlphaSearch: { kind: 'math', hosts: null },
  youtubeSearch: { kind: 'videos', hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'] },
  redditSearch: { kind: 'discussions', hosts: ['reddit.com'] },
}
