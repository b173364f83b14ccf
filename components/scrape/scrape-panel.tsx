'use client'
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CloseButton } from '#components/ui/close-button.tsx'
import { newId } from '#lib/client/new-id.ts'
import type { Run } from '#lib/client/run.ts'
import { isGoing } from '#lib/client/scrape/scrape-row.ts'
import { emptyScrape } from '#lib/client/scrape/scrape-state.ts'
import { createScrapeStore } from '#lib/client/scrape/scrape-store.ts'
import { PanelOptions } from './panel-options.tsx'
import { Reader } from './reader.tsx'
import { ScrapeAnnouncer } from './scrape-announcer.tsx'
import { ScrapeContext, useScrape, useScrapeStore } from './scrape-context.ts'

export interface ScrapePanelProps {
  /** Read at once; another one takes its place and keeps the options. */
  url: string
  onClose: () => void
  /** Told of each change of the run, for Wire and Code; its draft is its request. */
  onRun?: (run: Run) => void
}

const panelBody = { model: 'scrape', params: { formats: ['markdown', 'html', 'links'] } }

/** One page beside the result of another playground, by a run of its own. */
export function ScrapePanel(props: ScrapePanelProps) {
  const [place] = useState(() => ({
    playground: 'map' as const,
    store: createScrapeStore({ initial: { ...emptyScrape, body: panelBody }, path: '/v1/web', newId }),
  }))
  return (
    <ScrapeContext value={place}>
      <Panel {...props} />
    </ScrapeContext>
  )
}

function Panel({ url, onClose, onRun }: ScrapePanelProps) {
  const store = useScrapeStore()
  const { rows } = useScrape()
  const [row] = rows
  const run = row?.run ?? null
  const tell = useEffectEvent((changed: Run) => onRun?.(changed))

  useEffect(() => {
    store.open({ ...emptyScrape, body: store.read().body, text: url, addresses: [url] })
    store.run()
    return store.stop
  }, [store, url])

  useEffect(() => {
    if (run !== null) tell(run)
  }, [run])

  const leave = (event: KeyboardEvent<HTMLElement>) => {
    // Not of a menu, which is drawn elsewhere.
    const within = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key !== 'Escape' || event.defaultPrevented || !within) return
    // The run of the playground around goes on.
    event.preventDefault()
    if (rows.some(isGoing)) store.stop()
    else onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as the button does
    <section aria-label="Scrape" className="flex h-full min-h-0 flex-col bg-panel" onKeyDown={leave}>
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line pr-2 pl-5 max-sm:pl-3">
        <bdi dir="ltr" className="min-w-0 flex-1 truncate text-xs text-muted">
          {url.slice(0, 500)}
        </bdi>
        {rows.some(isGoing) && <Button onClick={store.stop}>Stop</Button>}
        <CloseButton onClick={onClose} />
      </div>
      <PanelOptions />
      <div className="min-h-0 flex-1 overflow-auto" aria-busy={run?.state === 'running'}>
        {row && <Reader row={row} place={0} alone={false} />}
      </div>
      <ScrapeAnnouncer />
    </section>
  )
}
