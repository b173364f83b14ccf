'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { ListState } from '#components/team/list-state.tsx'
import { MoreButton } from '#components/team/more-button.tsx'
import { Section } from '#components/team/section.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { listAudit, toAuditExportAddress } from '#lib/client/settings/audit.ts'
import { type AuditPlace, readAuditPlace, writeAuditPlace } from '#lib/client/settings/audit-place.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

/** What happened in the team, the newest first. */
export function AuditPage() {
  const place = readAuditPlace(useSearchParams())
  const entries = useInfiniteQuery({
    queryKey: ['audit', place],
    queryFn: ({ pageParam }) => listAudit(place, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
  })
  // Next follows the browser's history by itself.
  const go = (change: Partial<AuditPlace>) =>
    history.replaceState(null, '', `${location.pathname}${writeAuditPlace({ ...place, ...change })}`)
  return (
    <Section
      title="Audit log"
      about="Who changed what, and who signed in. Entries are added and never changed; fetching them is one."
      actions={
        <>
          <DownloadLink href={toAuditExportAddress(place, 'csv')}>CSV</DownloadLink>
          <DownloadLink href={toAuditExportAddress(place, 'jsonl')}>JSON lines</DownloadLink>
        </>
      }
    >
      <AuditFilters place={place} onChange={go} />
      <ListState query={entries}>
        {({ pages }) => (
          <>
            <AuditTable entries={pages.flatMap(page => page.entries)} onActor={actor => go({ actor })} />
            <MoreButton list={entries}>Show older ones</MoreButton>
          </>
        )}
      </ListState>
    </Section>
  )
}
