'use client'

import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { CloseButton } from '#components/ui/button/close-button.tsx'
import { decodeAddress } from '#lib/client/web-address.ts'
import { newId } from '#lib/client/new-id.ts'
import type { Run } from '#lib/client/run.ts'
import { isGoing } from './model/scrape-row.ts'
import { emptyScrape } from './model/scrape-state.ts'
import { createScrapeStore } from './model/scrape-store.ts'
import { Reader } from './reader.tsx'
import { ScrapeAnnouncer } from './scrape-announcer.tsx'
import { ScrapeContext, useScrape, useScrapeStore } from './scrape-context.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { Toggles } from '#components/ui/form/toggles.tsx'
import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import type { ScrapeFormat } from '#lib/contracts/api/scrape.ts'
import { Summary } from '#components/ui/data/summary.tsx'

export interface ScrapePanelProps {
  /** Read immediately; another URL replaces it and keeps the options. */
  url: string
  onClose: () => void
  /** Receives each change of the run, for HTTP and Code; its draft is its request. */
  onRun?: (run: Run) => void
}

const panelBody = { model: 'scrape', params: { formats: ['markdown', 'html', 'links'] } }

/** One page next to the result of another playground, with its own run. */
export function ScrapePanel(props: ScrapePanelProps) {
  const [contextValue] = useState(() => ({
    playground: 'map' as const,
    store: createScrapeStore({ initial: { ...emptyScrape, body: panelBody }, path: '/v1/web', newId }),
  }))
  return (
    <ScrapeContext value={contextValue}>
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
    // Not from a menu, which is rendered elsewhere.
    const within = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key !== 'Escape' || event.defaultPrevented || !within) return
    // The run of the surrounding playground continues.
    event.preventDefault()
    if (rows.some(isGoing)) store.stop()
    else onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as the button does
    <section aria-label="Scrape" className="flex h-full min-h-0 flex-col bg-canvas" onKeyDown={leave}>
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line pr-2 pl-5 max-sm:pl-3">
        <bdi dir="ltr" className="min-w-0 flex-1 truncate text-xs text-muted">
          {decodeAddress(url).slice(0, 500)}
        </bdi>
        {rows.some(isGoing) && <Button onClick={store.stop}>Stop</Button>}
        <CloseButton onClick={onClose} />
      </div>
      <PanelOptions />
      <div className="min-h-0 flex-1 overflow-auto" aria-busy={run?.state === 'running'}>
        {row && <Reader row={row} index={0} alone={false} />}
      </div>
      <ScrapeAnnouncer />
    </section>
  )
}

const formats: readonly ScrapeFormat[] = ['markdown', 'html', 'rawHtml', 'text', 'links', 'screenshot']

/** Options for reading a page, for a panel next to another result. */
function PanelOptions() {
  const store = useScrapeStore()
  const { body } = useScrape()
  const set = (name: string, value: unknown) =>
    store.update(state => ({ ...state, body: withFieldAt(state.body, `params.${name}`, value) }))
  const chosen = fieldAt(body, 'params.formats')
  const main = fieldAt(body, 'params.onlyMainContent') !== false
  return (
    <details className="shrink-0 border-b border-line px-5 py-1 max-sm:px-3">
      <Summary className="h-7 text-xs text-muted hover:text-text">Options</Summary>
      <div className="flex flex-col gap-2.5 pb-2">
        <Toggles
          label="Formats"
          options={formats}
          values={Array.isArray(chosen) ? chosen.map(String) : null}
          placeholder={['markdown']}
          onChange={next => set('formats', next.length === 0 ? undefined : next)}
        />
        <div className="flex items-center justify-between gap-2 text-xs text-muted">
          <span>Main content only</span>
          <Switch
            label="Main content only"
            checked={main}
            onChange={on => set('onlyMainContent', on ? undefined : false)}
          />
        </div>
        <SelectorsField label="Include only (CSS selectors)" name="includeTags" set={set} />
        <SelectorsField label="Exclude (CSS selectors)" name="excludeTags" set={set} />
        <Button className="self-start" onClick={() => store.retry(0, { asSet: true })}>
          Retry
        </Button>
      </div>
    </details>
  )
}

function SelectorsField({
  label,
  name,
  set,
}: {
  label: string
  name: string
  set: (name: string, value: unknown) => void
}) {
  const value = fieldAt(useScrape().body, `params.${name}`)
  return (
    <Field label={label}>
      {ids => (
        <Input
          {...ids}
          // Stored as typed until the field loses focus: a selector may contain a comma within parentheses.
          defaultValue={Array.isArray(value) ? value.join(' | ') : ''}
          placeholder="article | .content"
          onBlur={event => {
            const selectors = event.target.value.split('|').map(each => each.trim())
            const named = selectors.filter(each => each !== '')
            set(name, named.length === 0 ? undefined : named)
          }}
        />
      )}
    </Field>
  )
}
