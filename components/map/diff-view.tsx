'use client'
import { useMemo, useState } from 'react'
import { useHistoryList } from '#components/playground/use-history-list.ts'
import { Select } from '#components/ui/select.tsx'
import type { HistorySummary } from '#lib/client/history-entry.ts'
import { diffMaps } from '#lib/client/map/diff-maps.ts'
import { linkOrder, type Site } from '#lib/client/map/site.ts'
import { DiffResult } from './diff-result.tsx'
import { useMapState } from './map-context.ts'
import { useEarlierMap } from './use-earlier-map.ts'

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** What changed since an earlier map of the history. */
export function DiffView() {
  const { found, entry, run } = useMapState()
  const { site } = found
  const { summaries } = useHistoryList('map', '')
  const [chosen, choose] = useState<string | null>(null)
  const earlier = summaries.filter(
    ({ id, createdAt }) => id !== entry?.id && createdAt <= (entry?.createdAt ?? 0),
  )
  const id = chosen ?? earlier[0]?.id ?? null
  const before = useEarlierMap(id)
  const diff = useMemo(
    () => (before.state === 'here' ? diffMaps(inOrder(before.found.site), inOrder(site)) : null),
    [before, site],
  )
  if (earlier.length === 0)
    return <Note>The history holds no earlier map. Run again later to see what changed.</Note>
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-xs text-muted max-sm:px-2">
        <span>Compared with</span>
        <Select
          label="Compare with"
          className="w-80 max-w-full"
          choices={earlier.map(summary => ({ value: summary.id, label: toLabel(summary) }))}
          value={id}
          onChange={choose}
        />
        {run?.state === 'running' && <span>The map still grows: what is not found yet counts as gone.</span>}
      </div>
      {before.state === 'reading' && <Note>Reading the earlier map…</Note>}
      {before.state === 'gone' && <Note>This map is no longer in the history.</Note>}
      {diff !== null && <DiffResult key={id} diff={diff} />}
    </>
  )
}

function inOrder(site: Site) {
  return linkOrder(site).flatMap(link => site.links[link] ?? [])
}

function toLabel({ name, title, createdAt }: HistorySummary): string {
  return `${time.format(createdAt)} · ${name ?? title}`
}

function Note({ children }: { children: string }) {
  return <p className="px-4 py-3 text-muted">{children}</p>
}
