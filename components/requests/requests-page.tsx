'use client'
import { Radio } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '#components/playground/api-context.tsx'
import { useResultKeys } from '#components/playground/use-result-keys.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { KeptElsewhere } from '#components/team/kept-elsewhere.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { Moment } from '#components/team/moment.tsx'
import { MoreButton } from '#components/team/more-button.tsx'
import { TeamFrame } from '#components/team/team-frame.tsx'
import { Button } from '#components/ui/button.tsx'
import { ExportRequests } from './export-requests.tsx'
import { RequestFilters } from './request-filters.tsx'
import { RequestTable } from './request-table.tsx'
import { useRequestAddress } from './use-request-address.ts'
import { useRequestLog } from './use-request-log.ts'

const RequestDrawer = lazy(() =>
  import('./request-drawer.tsx').then(module => ({ default: module.RequestDrawer })),
)

/** The log: every request of one's own, or of the whole team for who manages it. */
export function RequestsPage() {
  const { createsKeys } = useApi()
  const address = useRequestAddress()
  const { filter, id, open } = address
  const [live, setLive] = useState(false)
  const log = useRequestLog(filter, { live, enabled: createsKeys })
  useResultKeys()
  useCommands([
    { id: 'live-requests', label: 'Live tail on or off', section: 'View', run: () => setLive(!live) },
  ])
  if (!createsKeys) {
    return (
      <TeamFrame title="Requests">
        <KeptElsewhere what="The request log is kept" />
      </TeamFrame>
    )
  }
  const rows = log.data?.pages.flatMap(page => page.requests) ?? []
  const at = rows.findIndex(row => row.id === id)
  const neighbour = (step: 1 | -1) => (at === -1 ? undefined : rows[at + step]?.id)
  return (
    <TeamFrame
      title="Requests"
      actions={
        <>
          <Button aria-pressed={live} onClick={() => setLive(!live)}>
            <Radio size={16} aria-hidden className={live ? 'text-ok' : ''} />
            Live
          </Button>
          <ExportRequests filter={filter} />
        </>
      }
    >
      <RequestFilters address={address} everybodys={log.data?.pages[0]?.you_see_all ?? false} />
      <ListState query={log}>
        {({ pages }) => (
          <RequestTable
            rows={rows}
            everybodys={pages[0]?.you_see_all ?? false}
            filtered={Object.keys(filter).length > 0}
            openId={id}
            onOpen={open}
          />
        )}
      </ListState>
      {log.hasNextPage && !live && (
        <div className="flex flex-wrap items-center gap-3">
          <MoreButton list={log}>Load older</MoreButton>
          <SearchedTo time={log.data?.pages.at(-1)?.searched_to ?? null} />
        </div>
      )}
      <Suspense>
        {id !== null && (
          <RequestDrawer
            id={id}
            address={address}
            previous={neighbour(-1)}
            next={neighbour(1)}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </TeamFrame>
  )
}

function SearchedTo({ time }: { time: number | null }) {
  if (time === null) return null
  return (
    <p className="text-muted">
      Looked back to <Moment time={time} />.
    </p>
  )
}
