'use client'

import { useState } from 'react'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { formatCount } from '#lib/client/format.ts'
import { exportLinks, type LinkFormat, toLines, toMarkdownList } from './model/export-links.ts'
import type { MapLink } from './model/map-link.ts'
import { noSelection, selectedLinks, type Selection, selectShown } from './model/selection.ts'
import { linkOrder, type Site } from './model/tree/site.ts'
import { toRobotsRules } from './model/to-robots-rules.ts'
import { useMapState, useMatches } from './map-context.ts'

const formats: readonly { format: LinkFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
  { format: 'txt', label: 'TXT' },
  { format: 'xml', label: 'sitemap.xml' },
]

interface CopyAs {
  readonly label: string
  readonly what: string
  readonly write: (site: Site, chosen: Selection) => string
}

const copies: readonly CopyAs[] = [
  {
    label: 'URLs',
    what: 'URLs',
    write: (site, chosen) => toLines(pick(site, chosen)),
  },
  {
    label: 'Markdown list',
    what: 'Markdown list',
    write: (site, chosen) => toMarkdownList(pick(site, chosen)),
  },
  {
    label: 'robots.txt rules',
    what: 'Rules for robots.txt',
    write: (site, chosen) => toRobotsRules(pick(site, chosen), site),
  },
]

/** Exports links: selection and format. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const scopes = useExportScopes()
  const [chosen, choose] = useState<ExportScope['id']>(scopes[0]?.id ?? 'all')
  const scope = scopes.find(({ id }) => id === chosen) ?? scopes[0]
  const { site } = useMapState().found
  const select = () => scope?.select() ?? noSelection
  const save = (format: LinkFormat) => {
    for (const { name, type, text } of exportLinks(pick(site, select()), format))
      download(name, text, `${type};charset=utf-8`)
  }
  return (
    <Dialog open onClose={onClose} title="Export links">
      <div className="flex flex-col gap-4">
        <Segmented
          label="Links"
          choices={scopes.map(({ id, label, count }) => ({
            value: id,
            label: `${label} · ${formatCount(count)}`,
          }))}
          value={scope?.id ?? null}
          onChange={value => choose(scopes.find(({ id }) => id === value)?.id ?? 'all')}
          className="self-start"
        />
        <section aria-label="Download" className="flex flex-wrap items-center gap-2">
          <h3 className="w-20 text-xs text-muted">Download</h3>
          {formats.map(({ format, label }) => (
            <Button key={format} onClick={() => save(format)}>
              {label}
            </Button>
          ))}
        </section>
        <section aria-label="Copy" className="flex flex-wrap items-center gap-2">
          <h3 className="w-20 text-xs text-muted">Copy</h3>
          {copies.map(({ label, what, write }) => (
            <Button key={label} onClick={() => void copy(write(site, select()), what)}>
              {label}
            </Button>
          ))}
        </section>
      </div>
    </Dialog>
  )
}

/** The selected links, in the order of the map. */
function pick(site: Site, chosen: Selection): readonly MapLink[] {
  return selectedLinks(chosen, linkOrder(site)).flatMap(link => site.links[link] ?? [])
}

interface ExportScope {
  readonly id: 'selected' | 'filtered' | 'all'
  readonly label: string
  readonly count: number
  /** Created on demand. */
  readonly select: () => Selection
}

/** Export scopes, narrowest first: selection, filtered, all. */
function useExportScopes(): readonly ExportScope[] {
  const { found, selection } = useMapState()
  const matches = useMatches()
  const { tree, links } = found.site
  const all: ExportScope = {
    id: 'all',
    label: 'All',
    count: links.length,
    select: () => selectShown(tree, null),
  }
  const filtered: ExportScope | null = matches && {
    id: 'filtered',
    label: 'Filtered',
    count: matches.count,
    select: () => selectShown(tree, matches),
  }
  const selected: ExportScope | null =
    selection.count === 0
      ? null
      : { id: 'selected', label: 'Selected', count: selection.count, select: () => selection }
  return [selected, filtered, all].filter(scope => scope !== null)
}
