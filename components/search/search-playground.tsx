'use client'
import { useState } from 'react'
import { SessionContext, useOpenSession } from '#components/playground/kept-session-context.ts'
import { newId } from '#lib/client/new-id.ts'
import { createSearchSession } from '#lib/client/search/search-session.ts'
import { emptySearch } from '#lib/client/search/search-state.ts'
import { createSearchStore } from '#lib/client/search/search-store.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { SearchAnnouncer } from './search-announcer.tsx'
import { SearchBench } from './search-bench.tsx'
import { type Neighbours, NeighboursContext, SearchContext } from './search-context.ts'

/** The search playground: a question, the answer with its sources, and the questions that follow. */
export function SearchPlayground({
  contract,
  neighbours,
}: {
  contract: ContractInfo
  neighbours: Neighbours
}) {
  const [store] = useState(() => createSearchStore({ initial: emptySearch(), path: contract.path, newId }))
  const session = useOpenSession(keeping => createSearchSession({ store, ...keeping }))
  return (
    <SearchContext value={store}>
      <NeighboursContext value={neighbours}>
        <SessionContext value={session}>
          <SearchBench contract={contract} />
          {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
          <SearchAnnouncer />
        </SessionContext>
      </NeighboursContext>
    </SearchContext>
  )
}
