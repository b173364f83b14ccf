'use client'
import { lazy, Suspense, useMemo } from 'react'
import { Bench } from '#components/playground/bench.tsx'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import type { Draft } from '#lib/client/draft.ts'
import { isGoing } from '#lib/client/scrape/scrape-row.ts'
import { applyDraft, runsOf, toScrapeDraft } from '#lib/client/scrape/scrape-state.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { AddressesField } from './addresses-field.tsx'
import { ScrapeHeaderActions } from './scrape-header-actions.tsx'
import { useScrape, useScrapeStore } from './scrape-context.ts'

const ownFields = ['params.url']
const firstParameters = [
  'params.formats',
  'params.onlyMainContent',
  'params.includeTags',
  'params.excludeTags',
]
// Loaded with the first run: an empty playground has nothing to show.
const ScrapeResult = lazy(() =>
  import('./scrape-result.tsx').then(module => ({ default: module.ScrapeResult })),
)
const result = (
  <Suspense>
    <ScrapeResult />
  </Suspense>
)
const headerActions = <ScrapeHeaderActions />

/** Ties the pages to the bench: its draft is the request for the first address. */
export function ScrapeBench({ contract }: { contract: ContractInfo }) {
  const store = useScrapeStore()
  const session = useKeptSession()
  const { body, addresses, origin, rows } = useScrape()
  const draft = useMemo(() => toScrapeDraft({ body, addresses, origin }), [body, addresses, origin])
  const requests = useMemo<readonly Draft[]>(
    () => [draft, ...(draft.others ?? []).map(other => ({ contract: draft.contract, body: other }))],
    [draft],
  )
  const runs = useMemo(() => runsOf({ rows }), [rows])
  const wholes = rows.filter(({ whole }) => whole !== null).length
  return (
    <Bench
      title="Scrape"
      contract={contract}
      draft={draft}
      onDraftChange={next => store.update(state => applyDraft(state, next))}
      onOpenDraft={session.openSent}
      run={rows[0]?.run ?? null}
      batch={runs}
      batchTotal={rows.length + wholes}
      requests={requests}
      running={rows.some(isGoing)}
      onRun={store.run}
      onRetry={() => store.retry(0)}
      onStop={store.stop}
      showsFailure={rows.length === 1}
      editor={<AddressesField contract={contract} />}
      result={rows.length > 0 ? result : null}
      ownFields={ownFields}
      firstParameters={firstParameters}
      headerActions={headerActions}
      onOpenEntry={session.openEntry}
    />
  )
}
