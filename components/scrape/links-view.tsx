'use client'
import { useMemo, useState } from 'react'
import { SendToMenu } from '#components/playground/send-to-menu.tsx'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { formatCount } from '#lib/client/format.ts'
import { filterLinks, isWebAddress } from '#lib/client/scrape/filter-links.ts'
import { writeAddresses } from '#lib/client/scrape/scrape-state.ts'
import { LinkList } from './link-list.tsx'
import { useScrapePlace } from './scrape-context.ts'

/** What a page links to: found, chosen, and read next. */
export function LinksView({ links, runId }: { links: readonly string[]; runId: string | null }) {
  const { store, playground } = useScrapePlace()
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(() => filterLinks(links, search), [links, search])
  const readable = useMemo(() => found.filter(isWebAddress), [found])
  const allSelected = readable.length > 0 && readable.every(link => selected.has(link))
  const toggleAll = () => {
    const others = [...selected].filter(link => !readable.includes(link))
    setSelected(new Set(allSelected ? others : [...selected, ...readable]))
  }
  const toggle = (link: string) => {
    const next = new Set(selected)
    if (!next.delete(link)) next.add(link)
    setSelected(next)
  }
  const add = () =>
    store.update(state =>
      writeAddresses(state, [state.text.trimEnd(), ...selected].filter(line => line !== '').join('\n')),
    )
  const chosen = links.filter(link => selected.has(link))
  return (
    <div className="flex h-full min-h-40 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label="Filter the links"
          placeholder="Filter"
          className="w-auto min-w-36 flex-1 max-sm:basis-full"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        <span className="text-xs text-muted" role="status">
          {found.length < links.length && `${formatCount(found.length)} of `}
          {formatCount(links.length)} {links.length === 1 ? 'link' : 'links'}
          {selected.size > 0 && ` · ${formatCount(selected.size)} selected`}
        </span>
        <Button variant="plain" disabled={readable.length === 0} focusableWhenDisabled onClick={toggleAll}>
          {allSelected ? 'Select none' : 'Select all'}
        </Button>
        {playground === 'scrape' && (
          <Button disabled={selected.size === 0} focusableWhenDisabled onClick={add}>
            Add to the addresses
          </Button>
        )}
        <SendToMenu
          from={playground}
          kind="links"
          label="Send links to"
          compact={playground === 'scrape'}
          disabled={selected.size === 0}
          content={() => ({
            items: chosen.map(url => ({ text: url, url })),
            query: null,
            runId: playground === 'scrape' ? runId : null,
          })}
        />
      </div>
      <LinkList links={found} selected={selected} onToggle={toggle} />
      {found.length === 0 && (
        <p className="text-muted">{links.length === 0 ? 'The page has no links.' : 'No link fits.'}</p>
      )}
    </div>
  )
}
