'use client'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Bench } from '#components/playground/bench.tsx'
import type { ShownRequest } from '#components/playground/use-shown-request.ts'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import type { Draft } from '#lib/client/draft.ts'
import { toObject } from '#lib/client/json-value.ts'
import { applyDraft, pageBody, toMapDraft } from '#lib/client/map/map-state.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { useMapState, useMapStore } from './map-context.ts'
import { MapEditor } from './map-editor.tsx'
import { MapHeaderActions } from './map-header-actions.tsx'
import { type Reading, ReadingContext } from './reading-context.ts'

const ownFields = ['url', 'search']
const firstParameters = ['limit', 'timeout', 'ignoreSitemap', 'sitemapOnly', 'includeSubdomains']
// Loaded with the first run: an empty playground has nothing to show.
const MapResult = lazy(() => import('./map-result.tsx').then(module => ({ default: module.MapResult })))
const editor = <MapEditor />
const headerActions = <MapHeaderActions />
const noRequests: readonly ShownRequest[] = []

/** Ties the map to the bench; a page that is read beside it has its own request in Wire and Code. */
export function MapBench({ contract, scrape }: { contract: ContractInfo; scrape: ContractInfo }) {
  const store = useMapStore()
  const session = useKeptSession()
  const { body, run, origin } = useMapState()
  const draft = useMemo(() => toMapDraft({ body, origin }), [body, origin])
  const [read, setRead] = useState<Run | null>(null)
  const [chosen, setUrl] = useState<string | null>(null)
  // A page of a map that is no longer here is not read beside another.
  const url = run === null ? null : chosen
  const reading = useMemo<Reading>(
    () => ({
      url,
      open(next) {
        setUrl(next)
        setRead(null)
      },
      onRun: setRead,
    }),
    [url],
  )
  const alternatives = useMemo(
    () => (url === null || read === null ? noRequests : [toShownRequest(scrape, read)]),
    [scrape, url, read],
  )
  const change = (next: Draft) => {
    // An example is the request of a program; on this page it is also watched while it runs.
    const isExample = contract.examples.some(example => example.body === next.body)
    store.update(state =>
      applyDraft(state, isExample ? { ...next, body: { ...next.body, ...pageBody } } : next),
    )
  }

  return (
    <ReadingContext value={reading}>
      <Bench
        title="Map"
        contract={contract}
        draft={draft}
        onDraftChange={change}
        onOpenDraft={next => {
          reading.open(null)
          return session.openSent(next)
        }}
        run={run}
        crowded={url !== null}
        alternatives={alternatives}
        onRun={() => {
          reading.open(null)
          store.run()
        }}
        onRetry={store.retry}
        onStop={store.stop}
        editor={editor}
        result={
          run === null ? null : (
            <Suspense>
              <MapResult />
            </Suspense>
          )
        }
        ownFields={ownFields}
        firstParameters={firstParameters}
        headerActions={headerActions}
        onOpenEntry={entry => {
          reading.open(null)
          session.openEntry(entry)
        }}
      />
    </ReadingContext>
  )
}

function toShownRequest(contract: ContractInfo, run: Run): ShownRequest {
  const draft: Draft = { contract: contract.id, body: toObject(readJson(run.request.body)) }
  return { label: 'Scrape', contract, draft, run }
}
