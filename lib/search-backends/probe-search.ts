import type { ConfiguredId } from '#lib/known-search-backends.ts'
import type { BackendSettings } from './backend-settings.ts'
import { createSearch, type SearchSettings } from './create-search.ts'
import type { SearchKind } from './search-backend.ts'
import { searchPlans } from './search-modes.ts'

export type SearchProbe =
  | { readonly ok: true; readonly latencyMs: number; readonly hits: number }
  | { readonly ok: false; readonly latencyMs: number; readonly reason: string }

const probeMs = 10_000
const word = 'sextant'
const always = { enter: () => ({ succeeded: () => {}, failed: () => {}, left: () => {} }) }

/** Sends a one-word query to one backend, with the first search type it supports. Fails only on abort. */
export async function probeSearch(
  backend: BackendSettings<ConfiguredId>,
  deps: Pick<SearchSettings, 'request' | 'version' | 'contact' | 'onFault'>,
  signal: AbortSignal,
): Promise<SearchProbe> {
  const startedAt = performance.now()
  const search = createSearch({
    ...deps,
    configured: [backend],
    ordered: true,
    builtIn: [],
    circuits: always,
  })
  const outcome = await search({
    query: word,
    kind: kindOf(backend.id),
    limit: 5,
    timeoutMs: probeMs,
    signal,
  })
  const latencyMs = Math.round(performance.now() - startedAt)
  const answered = outcome.answered.find(report => report.backend === backend.id)
  if (answered !== undefined) return { ok: true, latencyMs, hits: answered.hits }
  return { ok: false, latencyMs, reason: outcome.failures[0]?.reason ?? 'It returned no result.' }
}

function kindOf(id: ConfiguredId): SearchKind {
  const kinds: readonly SearchKind[] = ['web', 'academic', 'videos', 'math', 'images', 'discussions']
  return kinds.find(kind => searchPlans[kind].configured.includes(id)) ?? 'web'
}
