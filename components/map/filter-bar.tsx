'use client'
import { type ReactNode, useId } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { Matches } from './model/filter-links.ts'
import { isFiltering, type LinkFilter, noFilter } from './model/link-filter.ts'
import { linkSources } from './model/map-link.ts'
import { useMapState, useMapView } from './map-context.ts'
import { sourceNames } from './source-badge.tsx'

const allHosts = 'all'

/** The link filter, with the number of links for each choice. */
export function FilterBar({ matches }: { matches: Matches }) {
  const { found } = useMapState()
  const [{ filter }, setView] = useMapView()
  const { facets, count, fuzzy } = matches
  const change = (part: Partial<LinkFilter>) => setView({ filter: { ...filter, ...part } })
  const filtering = isFiltering(filter)
  const [host = allHosts] = filter.hosts ?? []
  const id = useId()
  const shownSources = linkSources.filter(source => facets.sources[source] > 0 || filter.sources?.has(source))
  return (
    <search
      aria-label="Filter"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1.5 max-sm:px-2"
    >
      <Input
        type="search"
        aria-label="Filter links"
        aria-describedby={`${id}-help`}
        placeholder="Words, /blog/** !*.pdf"
        spellCheck={false}
        // "Clear" next to it clears every choice.
        className="min-w-36 flex-1 basis-52 [&::-webkit-search-cancel-button]:hidden"
        value={filter.query}
        onChange={event => change({ query: event.target.value })}
      />
      <p id={`${id}-help`} className="sr-only">
        Words, and patterns with wildcards. A leading exclamation mark excludes.
      </p>
      {facets.hosts.length > 1 && (
        <Select
          label="Host"
          className="w-44 max-sm:w-full"
          choices={[
            { value: allHosts, label: `All ${formatCount(facets.hosts.length)} hosts` },
            ...facets.hosts.map(each => ({
              value: each.host,
              label: `${each.host} · ${formatCount(each.count)}`,
            })),
          ]}
          value={host}
          onChange={value => change({ hosts: value === allHosts ? null : new Set([value]) })}
        />
      )}
      <fieldset
        aria-label="Show only links from"
        className="flex min-w-0 flex-wrap items-center gap-1 @max-[22rem]:flex-nowrap @max-[22rem]:overflow-x-auto"
      >
        {shownSources.map(source => (
          <Toggle
            key={source}
            on={filter.sources?.has(source) ?? false}
            onChange={on => change({ sources: withSource(filter.sources, source, on) })}
          >
            {sourceNames[source]} {formatCount(facets.sources[source])}
          </Toggle>
        ))}
        {(facets.withParameters > 0 || !filter.parameters) && (
          <Toggle on={!filter.parameters} onChange={on => change({ parameters: !on })}>
            no query {formatCount(facets.withoutParameters)}
          </Toggle>
        )}
      </fieldset>
      {filtering && (
        <span className="ml-auto flex items-center gap-2 text-xs whitespace-nowrap text-muted">
          <span role="status">
            {formatCount(count)} of {formatCount(found.site.links.length)}
            {fuzzy && count > 0 && ', fuzzy'}
          </span>
          <Button variant="link" className="min-h-6 text-xs" onClick={() => setView({ filter: noFilter })}>
            Clear
          </Button>
        </span>
      )}
    </search>
  )
}

function Toggle({
  on,
  onChange,
  children,
}: {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <Button
      variant="plain"
      aria-pressed={on}
      className="h-6 border-line px-1.5 text-xs aria-pressed:border-accent-text aria-pressed:text-text coarse:h-10"
      onClick={() => onChange(!on)}
    >
      {children}
    </Button>
  )
}

function withSource<Source>(
  sources: ReadonlySet<Source> | null,
  source: Source,
  on: boolean,
): ReadonlySet<Source> | null {
  const next = new Set(sources)
  if (on) next.add(source)
  else next.delete(source)
  return next.size === 0 ? null : next
}
