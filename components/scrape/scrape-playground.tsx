'use client'
import { useState } from 'react'
import { SessionContext, useOpenSession } from '#components/playground/kept-session-context.ts'
import { newId } from '#lib/client/new-id.ts'
import { emptyScrape } from '#lib/client/scrape/scrape-state.ts'
import { createScrapeStore } from '#lib/client/scrape/scrape-store.ts'
import { createScrapeSession } from '#lib/client/scrape/scrape-session.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { ScrapeAnnouncer } from './scrape-announcer.tsx'
import { ScrapeBench } from './scrape-bench.tsx'
import { ScrapeContext } from './scrape-context.ts'

/** The scrape playground: one page or many, read as text that a model can use. */
export function ScrapePlayground({ contract }: { contract: ContractInfo }) {
  const [place] = useState(() => ({
    playground: 'scrape' as const,
    store: createScrapeStore({ initial: emptyScrape, path: contract.path, newId }),
  }))
  const session = useOpenSession(keeping => createScrapeSession({ store: place.store, ...keeping }))
  return (
    <ScrapeContext value={place}>
      <SessionContext value={session}>
        <ScrapeBench contract={contract} />
        {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
        <ScrapeAnnouncer />
      </SessionContext>
    </ScrapeContext>
  )
}
