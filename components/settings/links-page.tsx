'use client'

import { useAccount } from '#components/shell/account-context.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useTeamSettings } from './use-team-settings.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { MoreButton } from '#components/console-kit/more-button.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { listShares, revokeShare } from '#components/playground/share/model/shares.ts'
import type { TeamShare } from '#lib/contracts/console/shares.ts'
import { ConfirmDialog } from '#components/console-kit/confirm-dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { Day } from '#components/console-kit/day.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { formatCount } from '#lib/client/format.ts'
import { playgroundNames } from '#components/playground/handoff/model/parcel-origin.ts'

/** Short links that exist, and for administrators who may open them. */
export function LinksPage() {
  const { role } = useAccount()
  return (
    <>
      {(role === 'admin' || role === 'owner') && <PublicLinks />}
      <Section
        title="Shared links"
        about="A short link opens a request, filled in, for whoever has it. It holds no key and no file, and runs nothing by itself."
      >
        <SharesList />
      </Section>
    </>
  )
}

function PublicLinks() {
  const { query, change } = useTeamSettings()
  return (
    <Section title="Who may open links">
      <ListState query={query}>
        {settings => (
          <SwitchRow
            label="Public links"
            help={
              settings.public_links
                ? 'A member may share a link that opens for somebody who is not signed in.'
                : 'Off: links open for members of the team alone, those that were public too.'
            }
            checked={settings.public_links}
            onChange={on => change({ public_links: on })}
          />
        )}
      </ListState>
    </Section>
  )
}

const views = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'Everybody’s' },
] as const

type Whose = (typeof views)[number]['value']

/** Short links that work: one's own, and for who manages people everybody's. */
function SharesList() {
  const [whose, setWhose] = useState<Whose>('mine')
  const [ending, setEnding] = useState<TeamShare | null>(null)
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: ['shares', 'list', whose],
    queryFn: ({ pageParam }) => listShares(whose, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next_cursor,
  })
  const seesAll = query.data?.pages[0]?.you_see_all ?? whose === 'all'
  return (
    <div className="flex flex-col gap-3">
      {seesAll && (
        <Segmented
          label="Whose links"
          className="self-start"
          choices={views}
          value={whose}
          onChange={setWhose}
        />
      )}
      <ListState query={query}>
        {({ pages }) => (
          <>
            <SharesTable
              shares={pages.flatMap(page => page.shares)}
              everybodys={whose === 'all'}
              onEnd={setEnding}
            />
            {query.isFetchNextPageError && <Problem text={query.error?.message ?? null} />}
            <MoreButton list={query}>Show more</MoreButton>
          </>
        )}
      </ListState>
      {ending && (
        <RevokeShare
          share={ending}
          onRevoked={() => queries.invalidateQueries({ queryKey: ['shares'] })}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  )
}

/** Ends a link for good, once it was said for whom. */
function RevokeShare({
  share,
  onRevoked,
  onClose,
}: {
  share: TeamShare
  onRevoked: () => Promise<void>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title="Withdraw this link"
      act="Withdraw link"
      onClose={onClose}
      onConfirm={async () => {
        await revokeShare(share.id)
        await onRevoked()
        showToast('The link is withdrawn')
      }}
    >
      <p className="break-words">
        {nameOf(share)} opens for nobody any more, and its copy is deleted from this server. Nothing brings
        the link back. Whoever opened it before may have kept what it said.
      </p>
    </ConfirmDialog>
  )
}

/** Where links lead, for whom, until when, and how often they were opened; never the links themselves. */
function SharesTable({
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
function nameOf({ contract, title }: TeamShare): string {
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
