'use client'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { backendName } from './model/backend-names.ts'
import { reachOf, type SearchReach } from './model/reach-of.ts'
import type { SearchTurn } from './model/search-turn.ts'
import { BackendSetup } from './backend-setup.tsx'

/** Notes a limited search: by keyless backends only, or without the web. */
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
          {reach.links
            ? `Only ${names} and the links in your question responded: this does not cover the whole web.`
            : `Only ${names} responded, which ${need} no API key: this does not cover the whole web.`}
        </Note>
      )
    }
    case 'named':
      return <Note failures={reach.failures}>{formatNamed(reach)}</Note>
  }
}

function formatNamed({ library, links, failures }: Extract<SearchReach, { kind: 'named' }>): string {
  const named = [library && 'your library', links && 'the links in your question'].filter(Boolean)
  if (failures.length > 0) return `Only ${named.join(' and ')} responded. No web results.`
  if (!library) return 'Only the links in your question were read, without a web search backend.'
  return `Only ${named.join(' and ')} ${links ? 'were' : 'was'} searched, without a web search backend.`
}

type Failure = SearchReach['failures'][number]

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
