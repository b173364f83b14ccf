'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#components/playground/api-context.tsx'
import { useAccount } from '#components/shell/account-context.tsx'
import { KeptElsewhere } from '#components/team/kept-elsewhere.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { TeamFrame } from '#components/team/team-frame.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { askUsage } from '#lib/client/usage/ask-usage.ts'
import { toUsageQuery } from '#lib/client/usage/usage-query.ts'
import { UsageControls } from './usage-controls.tsx'
import { UsageCourse } from './usage-course.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { UsageFilters } from './usage-filters.tsx'
import { UsageTable } from './usage-table.tsx'
import { useUsagePlace } from './use-usage-place.ts'

/** What was used: in total, over time, and by what it is told apart. */
export function UsagePage() {
  const { createsKeys } = useApi()
  const account = useAccount()
  const linked = account.role !== 'viewer'
  const [place, go] = useUsagePlace()
  // One moment for all that is shown: a list that is paged must not move.
  const [now] = useState(() => Date.now())
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = toUsageQuery(place, now, zone)
  const usage = useQuery({
    queryKey: ['usage', query.toString()],
    queryFn: () => askUsage(query),
    enabled: createsKeys,
    placeholderData: keepPreviousData,
  })
  if (!createsKeys) {
    return (
      <TeamFrame title="Usage">
        <KeptElsewhere what="Usage is kept" />
      </TeamFrame>
    )
  }
  return (
    <TeamFrame
      title="Usage"
      actions={usage.data && <DownloadLink href={`/api/usage/export?${query.toString()}`}>CSV</DownloadLink>}
    >
      <UsageControls place={place} go={go} account={account} />
      <ListState query={usage}>
        {data => (
          <div className="flex flex-col gap-6" aria-busy={usage.isPlaceholderData}>
            <UsageFilters place={place} go={go} names={data.filters} />
            <UsageFigures usage={data} place={place} linked={linked} />
            <UsageCourse usage={data} place={place} go={go} />
            <UsageTable usage={data} place={place} go={go} linked={linked} />
          </div>
        )}
      </ListState>
    </TeamFrame>
  )
}
