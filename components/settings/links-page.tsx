'use client'

import { useAccount } from '#components/shell/account-context.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useTeamSettings } from './use-team-settings.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
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
import { playgroundNames } from '#components/playground/handoff/model/handoff-origin.ts'

/** Short links, and for admins the setting for public links. */
export function LinksPage() {
  const { role } = useAccount()
  return (
    <>
      {(role === 'admin' || role === 'owner') && <PublicLinks />}
      <Section
        title="Shared links"
        about="A short link opens a request with its parameters filled in. It contains no API key or file, and runs nothing on its own."
      >
        <SharesList />
      </Section>
    </>
  )
}

function PublicLinks() {
  const { query, change } = useTeamSettings()
  return (
    <Section title="Link access">
      <ListState query={query}>
        {settings => (
          <SwitchRow
            label="Public links"
            help={
              settings.public_links
                ? 'Members can share links that work without signing in.'
                : 'Off: only team members can open links, including links that were public.'
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
  { value: 'all', label: 'All' },
] as const

type Whose = (typeof views)[number]['value']

/** Active short links: the caller's own; admins see all. */
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
        <Segmented label="Links" className="self-start" choices={views} value={whose} onChange={setWhose} />
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
            <MoreButton list={query}>Load more</MoreButton>
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

/** Revokes a link after naming the consequences. */
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
      title="Revoke this link"
      act="Revoke link"
      onClose={onClose}
      onConfirm={async () => {
        await revokeShare(share.id)
        await onRevoked()
        showToast('Link revoked')
      }}
    >
      <p className="break-words">
        The link to {nameOf(share)} stops working, and its copy is deleted from this server. You cannot undo
        this. People who opened it may have saved its content.
      </p>
    </ConfirmDialog>
  )
}

/** Links with their request, access, expiration and views; never the URLs themselves. */
function SharesTable({
  shares,
  everybodys,
  onEnd,
}: {
  shares: readonly TeamShare[]
  everybodys: boolean
  onEnd: (share: TeamShare) => void
}) {
  const by: Column<TeamShare> = { id: 'by', label: 'Created by', cell: share => share.created_by }
  return (
    <Table
      caption="Shared links"
      rows={shares}
      rowKey={share => share.id}
      empty="No active short links. Use “Share” in a playground to create one."
      columns={[
        { id: 'request', label: 'Request', wide: true, cell: share => <RequestCell share={share} /> },
        ...(everybodys ? [by] : []),
        {
          id: 'for',
          label: 'Access',
          cell: ({ audience }) => (audience === 'public' ? 'anyone with the link' : 'team members'),
        },
        { id: 'made', label: 'Created', cell: share => <Day time={share.created_at} /> },
        { id: 'until', label: 'Expires', cell: share => <Day time={share.expires_at} none="never" /> },
        {
          id: 'views',
          label: 'Views',
          align: 'right',
          cell: ({ views }) => toTimes(views),
        },
        {
          id: 'acts',
          label: 'Actions',
          align: 'right',
          acts: true,
          cell: share => (
            <Button variant="plain" aria-label={`Revoke ${nameOf(share)}`} onClick={() => onEnd(share)}>
              Revoke
            </Button>
          ),
        },
      ]}
    />
  )
}

/** Short name of a link, for labels. */
function nameOf({ contract, title }: TeamShare): string {
  return `“${title === '' || title === contract ? (playgroundNames[contract] ?? contract) : title}”`
}

function RequestCell({ share: { contract, title } }: { share: TeamShare }) {
  return (
    <>
      <p className="line-clamp-2 text-sm font-medium wrap-anywhere sm:min-w-40">
        {/* A request without text has its contract as title, which is already shown below. */}
        <bdi>{title === '' || title === contract ? 'Untitled request' : title}</bdi>
      </p>
      <p className="text-muted">{playgroundNames[contract] ?? contract}</p>
    </>
  )
}

function toTimes(views: number): string {
  if (views === 0) return 'never'
  return views === 1 ? 'once' : `${formatCount(views)} times`
}
