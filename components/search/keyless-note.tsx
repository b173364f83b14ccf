'use client'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { backendName } from './model/backend-names.ts'
import { reachOf } from './model/reach-of.ts'
import type { SearchTurn } from './model/search-turn.ts'
import { BackendSetup } from './backend-setup.tsx'

/** Notes a limited search: by keyless backends only, or in the library only. */
export function KeylessNote({ turn: { found } }: { turn: SearchTurn }) {
  const reach = reachOf(found)
  switch (reach.kind) {
    case 'whole':
      return null
    case 'keyless': {
      const names = reach.answered.map(backendName).join(', ')
      const need = reach.answered.length === 1 ? 'needs' : 'need'
      return (
        <Note failures={reach.failures}>
          Only {names} responded, which {need} no API key: this does not cover the whole web.
        </Note>
      )
    }
    case 'library':
      return (
        <Note failures={reach.failures}>
          {reach.failures.length === 0
            ? 'Only your library was searched, without a web search backend.'
            : 'Only your library responded. No web results.'}
        </Note>
      )
  }
}

type Failure = ReturnType<typeof reachOf>['failures'][number]

function Note({ failures, children }: { failures: readonly Failure[]; children: ReactNode }) {
  return (
    <div
      role="note"
      aria-label="About this search"
      className="flex gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-xs text-muted"
    >
      <Info size={14} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p>{children}</p>
        {failures.length > 0 && (
          <ul aria-label="Failed backends" className="list-disc pl-5">
            {failures.map(({ backend, failure }) => (
              <li key={backend} className="break-words">
                {backendName(backend)}: {failure}
              </li>
            ))}
          </ul>
        )}
        <BackendSetup />
      </div>
    </div>
  )
}
