'use client'

import { useState, lazy, Suspense, useMemo } from 'react'
import {
  SessionContext,
  useOpenSession,
  usePersistedSession,
} from '#components/playground/layout/persisted-session-context.ts'
import { newId } from '#lib/client/new-id.ts'
import { emptyScrape, applyDraft, runsOf, toScrapeDraft, writeAddresses } from './model/scrape-state.ts'
import { createScrapeStore } from './model/scrape-store.ts'
import { createScrapeSession } from './model/scrape-session.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { ScrapeAnnouncer } from './scrape-announcer.tsx'
import { ScrapeContext, useScrape, useScrapeStore } from './scrape-context.ts'
import { NewBatchButton } from '#components/playground/layout/new-batch-button.tsx'
import { PlaygroundLayout } from '#components/playground/layout/playground-layout.tsx'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { isGoing } from './model/scrape-row.ts'
import { useIssue } from '#components/playground/form/issues-context.ts'
import { useOpenCurl } from '#components/playground/code/use-open-curl.ts'
import { Field } from '#components/ui/form/field.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { formatCount, formatCountOf } from '#lib/client/format.ts'
import { readAddresses, type AddressProblem, addressesMax, addScheme } from '#lib/client/read-addresses.ts'
import { Button } from '#components/ui/button/button.tsx'

/** The scrape playground: one page or many, read as text for a model. */
export function ScrapePlayground({ contract }: { contract: ContractInfo }) {
  const [contextValue] = useState(() => ({
    playground: 'scrape' as const,
    store: createScrapeStore({ initial: emptyScrape, path: contract.path, newId }),
  }))
  const session = useOpenSession(options => createScrapeSession({ store: contextValue.store, ...options }))
  return (
    <ScrapeContext value={contextValue}>
      <SessionContext value={session}>
        <ScrapePlaygroundLayout contract={contract} />
        {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
        <ScrapeAnnouncer />
      </SessionContext>
    </ScrapeContext>
  )
}

const ownFields = ['params.url']
const firstParameters = [
  'params.formats',
  'params.onlyMainContent',
  'params.includeTags',
  'params.excludeTags',
]
// Loaded with the first run: there is nothing to show before.
const ScrapeResult = lazy(() =>
  import('./scrape-result.tsx').then(module => ({ default: module.ScrapeResult })),
)
const result = (
  <Suspense>
    <ScrapeResult />
  </Suspense>
)
const headerActions = <NewBatchButton />

/** Connects the pages to the playground layout: its draft is the request for the first URL. */
function ScrapePlaygroundLayout({ contract }: { contract: ContractInfo }) {
  const store = useScrapeStore()
  const session = usePersistedSession()
  const { body, addresses, origin, rows } = useScrape()
  const draft = useMemo(() => toScrapeDraft({ body, addresses, origin }), [body, addresses, origin])
  const requests = useMemo<readonly Draft[]>(
    () => [draft, ...(draft.others ?? []).map(other => ({ contract: draft.contract, body: other }))],
    [draft],
  )
  const runs = useMemo(() => runsOf({ rows }), [rows])
  const wholes = rows.filter(({ whole }) => whole !== null).length
  return (
    <PlaygroundLayout
      title="Scrape"
      contract={contract}
      draft={draft}
      onDraftChange={next => store.update(state => applyDraft(state, next))}
      onOpenDraft={session.openHandoff}
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

// Browsers insert line by line and reflow the field each time: thousands of lines would freeze the page.
const longPaste = 10_000

/** The URLs to read, one per line. */
function AddressesField({ contract }: { contract: ContractInfo }) {
  const store = useScrapeStore()
  const { text, addresses } = useScrape()
  const { problems } = useMemo(() => readAddresses(text), [text])
  const issue = useIssue('params.url')
  const write = (next: string) => store.update(state => writeAddresses(state, next))
  const openCurl = useOpenCurl(contract, {
    take(draft) {
      const former = store.read()
      store.update(state => applyDraft(state, draft))
      return () => store.update(({ rows, entry }) => ({ ...former, rows, entry }))
    },
    paste: write,
  })
  return (
    <div data-field="params.url" className="flex min-w-0 flex-col gap-1.5">
      <Field
        label="URLs, one per line"
        error={issue?.message}
        aside={addresses.length > 1 && <span>{formatCount(addresses.length)} pages, 4 at a time</span>}
      >
        {ids => (
          <TextArea
            {...ids}
            data-main-input
            spellCheck={false}
            autoCapitalize="off"
            inputMode="url"
            dir="ltr"
            rows={3}
            className="min-h-20 text-base"
            placeholder="https://example.com/page (one per line, or paste a curl command)"
            value={text}
            onChange={event => write(event.target.value)}
            onPaste={event => {
              const pasted = event.clipboardData.getData('text/plain')
              if (text === '' && openCurl(pasted)) return event.preventDefault()
              if (pasted.length < longPaste) return
              event.preventDefault()
              const { selectionStart, selectionEnd } = event.currentTarget
              write(text.slice(0, selectionStart) + pasted + text.slice(selectionEnd))
            }}
          />
        )}
      </Field>
      <AddressProblems problems={problems} />
    </div>
  )
}

const reasons: Readonly<Record<AddressProblem['reason'], string>> = {
  'no-scheme': 'has no https://',
  'other-scheme': 'is neither http nor https',
  'no-address': 'is not a URL',
  'too-long': 'is longer than 2,048 characters',
  duplicate: 'is a duplicate',
  'over-limit': `exceeds the limit of ${formatCount(addressesMax)} pages`,
}
const namedMax = 5

/** The skipped lines, each with its reason and a fix. */
function AddressProblems({ problems }: { problems: readonly AddressProblem[] }) {
  const store = useScrapeStore()
  if (problems.length === 0) return null
  const mendable = problems.filter(({ reason }) => reason === 'no-scheme').length
  const more = problems.length - namedMax
  return (
    <div role="status" className="flex flex-col items-start gap-1 text-xs text-warn">
      <ul aria-label="Skipped lines">
        {problems.slice(0, namedMax).map(({ line, text, reason }) => (
          <li key={`${line} ${text}`} className="break-words">
            Line {formatCount(line)} {reasons[reason]}: <bdi dir="ltr">{shorten(text)}</bdi>
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {formatCountOf(more, 'more line')}</p>}
      {mendable > 0 && (
        <Button
          className="text-text"
          onClick={() => store.update(state => writeAddresses(state, addScheme(state.text)))}
        >
          Add https:// to {mendable === 1 ? 'it' : `${formatCount(mendable)} lines`}
        </Button>
      )}
    </div>
  )
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
