'use client'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { backendName } from './model/backend-names.ts'
import type { SearchTurn } from './model/search-turn.ts'
import type { SearchBackendReport } from '#lib/contracts/api/search/search.ts'
import { BackendSetup } from './backend-setup.tsx'

/** No results: the queried backends, the response of each, and how to add more. */
export function ZeroSources({ turn: { run, found } }: { turn: SearchTurn }) {
  const code = run.failure !== null && 'code' in run.failure ? run.failure.code : null
  // The error lists the queried backends and their responses.
  if (code === 'search_unavailable')
    return (
      <Card title="No answer without sources">
        <p className="text-muted">Sextant does not answer from the model’s memory.</p>
      </Card>
    )
  const nothing = run.state === 'done' && found.sources?.length === 0
  // Without queries, as for a greeting or a writing task, there are no results either.
  if (!nothing || found.query === '' || found.backends?.length === 0) return null
  return (
    <Card title="No sources found">
      <p className="text-muted">The text below is not a search result.</p>
      {found.backends && <Backends backends={found.backends} />}
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="No sources"
      className="flex flex-col gap-2 rounded-md border border-warn px-3 py-2.5"
    >
      <h4 className="flex items-center gap-2 font-medium">
        <SearchX size={16} aria-hidden /> {title}
      </h4>
      {children}
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
