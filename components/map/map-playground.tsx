'use client'

import { useState, useEffect, lazy, Suspense, useMemo, useContext } from 'react'
import {
  SessionContext,
  useOpenSession,
  usePersistedSession,
} from '#components/playground/layout/persisted-session-context.ts'
import { DefaultBodyContext } from '#components/playground/form/default-body-context.tsx'
import { emptyMap, applyDraft, pageBody, toMapDraft } from './model/map-state.ts'
import { createMapStore } from './model/map-store.ts'
import { newId } from '#lib/client/new-id.ts'
import { createMapSession } from './model/map-session.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { MapContext, useMapState, useMapStore } from './map-context.ts'
import { toMapAnnouncement } from './model/announcement.ts'
import { HeaderAction } from '#components/playground/layout/header-action.tsx'
import { PlaygroundLayout } from '#components/playground/layout/playground-layout.tsx'
import type { ShownRequest } from '#components/playground/http/use-shown-request.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { type Reading, ReadingContext } from './reading-context.ts'
import { SquarePen } from 'lucide-react'
import { useIssue } from '#components/playground/form/issues-context.ts'
import { listCommands } from '#components/shell/commands.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

/** The map playground: the pages of a website as a tree, and a panel to read any of them. */
export function MapPlayground({ contract, scrape }: { contract: ContractInfo; scrape: ContractInfo }) {
  const [store] = useState(() => createMapStore({ initial: emptyMap(), path: contract.path, newId }))
  const session = useOpenSession(options => createMapSession({ store, ...options }))
  return (
    <MapContext value={store}>
      <SessionContext value={session}>
        <MapPlaygroundLayout contract={contract} scrape={scrape} />
        {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
        <MapAnnouncer />
      </SessionContext>
    </MapContext>
  )
}

const everyMs = 5000

/** Announces the progress of the map to screen readers, at most every five seconds. */
function MapAnnouncer() {
  const store = useMapStore()
  const { run, found, restored } = useMapState()
  const running = run?.state === 'running'
  const [said, setSaid] = useState('')
  const runId = run?.id

  useEffect(() => {
    if (!running) return
    const say = () => {
      const now = store.read()
      if (now.run !== null) setSaid(toMapAnnouncement(now.run, now.found))
    }
    say()
    const timer = setInterval(say, everyMs)
    return () => clearInterval(timer)
  }, [running, runId, store])

  const words = running ? said : run === null ? '' : toMapAnnouncement(run, found)
  return <output className="sr-only">{restored ? '' : words}</output>
}

const ownFields = ['url', 'search']
const firstParameters = ['limit', 'timeout', 'ignoreSitemap', 'sitemapOnly', 'includeSubdomains']
// Loaded with the first run: there is nothing to show before.
const MapResult = lazy(() => import('./map-result.tsx').then(module => ({ default: module.MapResult })))
const editor = <MapEditor />
const headerActions = <MapHeaderActions />
const noRequests: readonly ShownRequest[] = []

/** Connects the map to the playground layout; a page in the panel has its own request in HTTP and Code. */
function MapPlaygroundLayout({ contract, scrape }: { contract: ContractInfo; scrape: ContractInfo }) {
  const store = useMapStore()
  const session = usePersistedSession()
  const { body, run, origin } = useMapState()
  const draft = useMemo(() => toMapDraft({ body, origin }), [body, origin])
  const [read, setRead] = useState<Run | null>(null)
  const [chosen, setUrl] = useState<string | null>(null)
  // A page of a previous map is not shown next to the current one.
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
    // Examples are written for programs; the page adds streaming to show progress.
    const isExample = contract.examples.some(example => example.body === next.body)
    store.update(state =>
      applyDraft(state, isExample ? { ...next, body: { ...next.body, ...pageBody } } : next),
    )
  }

  return (
    <ReadingContext value={reading}>
      <DefaultBodyContext value={pageBody}>
        <PlaygroundLayout
          title="Map"
          contract={contract}
          draft={draft}
          onDraftChange={change}
          onOpenDraft={next => {
            reading.open(null)
            return session.openHandoff(next)
          }}
          run={run}
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
      </DefaultBodyContext>
    </ReadingContext>
  )
}

function toShownRequest(contract: ContractInfo, run: Run): ShownRequest {
  const draft: Draft = { contract: contract.id, body: toObject(readJson(run.request.body)) }
  return { label: 'Scrape', contract, draft, run }
}

/** Starts over; the previous map stays in the history. */
function MapHeaderActions() {
  const session = usePersistedSession()
  const reading = useContext(ReadingContext)
  const startNew = () => {
    reading.open(null)
    session.startNew()
  }
  return <HeaderAction icon={SquarePen} label="New" aria-label="New map" onClick={startNew} />
}

/** The request: the start URL and the search terms. */
function MapEditor() {
  return (
    <>
      <TextField
        main
        name="url"
        label="URL"
        placeholder="example.com"
        help="Start URL of the map. Without a scheme, https is tried first, then http."
      />
      <TextField
        name="search"
        label="Search"
        placeholder="All pages"
        help="Keeps only links that match these words, best first."
      />
    </>
  )
}

/** A single-line field of the request; Enter runs, as in a browser's address bar. */
function TextField({
  name,
  label,
  help,
  placeholder,
  main = false,
}: {
  /** Key in the body. */
  name: 'url' | 'search'
  label: string
  help: string
  placeholder: string
  /** The field that `/` focuses. */
  main?: boolean
}) {
  const store = useMapStore()
  const value = useMapState().body[name]
  const issue = useIssue(name)
  const change = (text: string) =>
    store.update(state => {
      const { [name]: _, ...others } = state.body
      return { ...state, body: text === '' ? others : { ...state.body, [name]: text } }
    })
  return (
    <Field label={label} help={help} error={issue?.message}>
      {ids => (
        <Input
          {...ids}
          data-field={name}
          {...(main && { 'data-main-input': true, inputMode: 'url' as const, autoCapitalize: 'none' })}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typeof value === 'string' ? value : ''}
          onChange={event => change(event.target.value)}
          onKeyDown={event => {
            const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
            if (event.key !== 'Enter' || !plain || event.nativeEvent.isComposing) return
            event.preventDefault()
            listCommands()
              .find(({ id }) => id === 'run')
              ?.run()
          }}
        />
      )}
    </Field>
  )
}
