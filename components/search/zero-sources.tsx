'use client'
import { SearchX } from 'lucide-react'
import { backendName } from './model/backend-names.ts'
import { hasNoSources, isUnavailable, type SearchTurn } from './model/search-turn.ts'
import type { SearchBackendReport } from '#lib/contracts/api/search/search.ts'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { useSearchStore } from './search-context.ts'
import { BackendSetup } from './backend-setup.tsx'

/** No results, said once: the queried backends, the response of each, and how to add more. */
export function ZeroSources({ turn }: { turn: SearchTurn }) {
  const { run, found } = turn
  const store = useSearchStore()
  if (isUnavailable(turn))
    return (
      <div role="group" aria-label="No sources" className="flex flex-col gap-2 text-xs text-muted">
        <div className="text-sm text-text">
          <ErrorCard run={run} onRetry={store.retry} />
        </div>
        <BackendSetup />
      </div>
    )
  if (!hasNoSources(turn)) return null
  return (
    <div
      role="group"
      aria-label="No sources"
      className="flex flex-col gap-2 rounded-lg border border-line-strong bg-card px-3 py-2.5"
    >
      <h4 className="flex items-center gap-2 font-medium">
        <SearchX size={16} aria-hidden className="text-warn" /> No sources found
      </h4>
      <p className="break-words whitespace-pre-wrap text-soft">{found.content}</p>
      {found.backends && <Backends backends={found.backends} />}
      <div className="text-xs text-muted">
        <BackendSetup />
      </div>
    </div>
  )
}

function Backends({ backends }: { backends: readonly SearchBackendReport[] }) {
  return (
    <table className="w-full text-left text-xs">
      <caption className="sr-only">Responses of the search backends</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Backend</th>
          <th scope="col">Response</th>
        </tr>
      </thead>
      <tbody>
        {backends.map(({ backend, hits, failure }) => (
          <tr key={backend} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-3 font-medium whitespace-nowrap">
              {backendName(backend)}
            </th>
            <td className="py-1 break-words text-muted">
              {failure ?? (hits === 0 ? 'no results' : `${hits ?? 0} results, none usable`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
