'use client'
import { Info } from 'lucide-react'
import type { SearchTurn } from '#lib/client/search/search-turn.ts'
import { backendName } from '#lib/client/search/backend-names.ts'
import { BackendSetup } from './backend-setup.tsx'

/** Says so where nothing but keyless backends answered: that is not the whole web. */
export function KeylessNote({ turn }: { turn: SearchTurn }) {
  const outside = (turn.found.backends ?? []).filter(
    ({ backend }) => backend !== 'library' && backend !== 'link',
  )
  const answered = outside.filter(({ hits }) => hits !== undefined && hits > 0)
  if (answered.length === 0 || !answered.every(({ keyless }) => keyless)) return null
  const names = answered.map(({ backend }) => backendName(backend)).join(', ')
  return (
    <div
      role="note"
      aria-label="About this search"
      className="flex gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-xs text-muted"
    >
      <Info size={14} aria-hidden className="mt-0.5" />
      <div>
        <p>
          Only {names} answered, which {answered.length === 1 ? 'needs' : 'need'} no key: not a search of the
          whole web.
        </p>
        <BackendSetup />
      </div>
    </div>
  )
}
