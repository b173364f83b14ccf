'use client'
import { useState } from 'react'
import { SessionContext, useOpenSession } from '#components/playground/kept-session-context.ts'
import { emptyMap } from '#lib/client/map/map-state.ts'
import { createMapStore } from '#lib/client/map/map-store.ts'
import { newId } from '#lib/client/new-id.ts'
import { createMapSession } from '#lib/client/map/map-session.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { MapAnnouncer } from './map-announcer.tsx'
import { MapBench } from './map-bench.tsx'
import { MapContext } from './map-context.ts'

/** The map playground: the pages of a website as a tree, and any of them read beside it. */
export function MapPlayground({ contract, scrape }: { contract: ContractInfo; scrape: ContractInfo }) {
  const [store] = useState(() => createMapStore({ initial: emptyMap(), path: contract.path, newId }))
  const session = useOpenSession(keeping => createMapSession({ store, ...keeping }))
  return (
    <MapContext value={store}>
      <SessionContext value={session}>
        <MapBench contract={contract} scrape={scrape} />
        {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
        <MapAnnouncer />
      </SessionContext>
    </MapContext>
  )
}
