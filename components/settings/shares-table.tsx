'use client'
import { Day } from '#components/team/day.tsx'
import { Button } from '#components/ui/button.tsx'
import { type Column, Table } from '#components/ui/table.tsx'
import { formatCount } from '#lib/client/format.ts'
import { playgroundNames } from '#lib/client/parcel-origin.ts'
import type { TeamShare } from '#lib/contracts/team/shares.ts'

/** Where links lead, for whom, until when, and how often they were opened; never the links themselves. */
export function SharesTable({
  shares,
  everybodys,
  onEnd,
}: {
  shares: readonly TeamShare[]
  everybodys: boolean
  onEnd: (share: TeamShare) => void
}) {
  const by: Column<TeamShare> = { id: 'by', label: 'By', cell: share => share.created_by }
  return (
    <Table
      caption="Shared links"
      rows={shares}
      rowKey={share => share.id}
      empty="No short links that work. “Share” in a playground makes one."
      columns={[
        { id: 'request', label: 'Request', wide: true, cell: share => <RequestCell share={share} /> },
        ...(everybodys ? [by] : []),
        {
          id: 'for',
          label: 'Opens for',
          cell: ({ audience }) => (audience === 'public' ? 'anyone with the link' : 'the team'),
        },
        { id: 'made', label: 'Made', cell: share => <Day time={share.created_at} /> },
        { id: 'until', label: 'Until', cell: share => <Day time={share.expires_at} none="no end" /> },
        {
          id: 'views',
          label: 'Opened',
          align: 'right',
          cell: ({ views }) => toTimes(views),
        },
        {
          id: 'acts',
          label: 'Acts',
          align: 'right',
          cell: share => (
            <Button variant="plain" aria-label={`Withdraw ${nameOf(share)}`} onClick={() => onEnd(share)}>
              Withdraw
            </Button>
          ),
        },
      ]}
    />
  )
}

/** What a link is called where there is no room for its row. */
export function nameOf({ contract, title }: TeamShare): string {
  return `“${title === '' || title === contract ? (playgroundNames[contract] ?? contract) : title}”`
}

function RequestCell({ share: { contract, title } }: { share: TeamShare }) {
  return (
    <>
      <p className="line-clamp-2 text-sm font-medium wrap-anywhere sm:min-w-40">
        {/* A request without words is called after its contract, which stands below. */}
        <bdi>{title === '' || title === contract ? 'A request without words' : title}</bdi>
      </p>
      <p className="text-muted">{playgroundNames[contract] ?? contract}</p>
    </>
  )
}

function toTimes(views: number): string {
  if (views === 0) return 'not yet'
  return views === 1 ? 'once' : `${formatCount(views)} times`
}
