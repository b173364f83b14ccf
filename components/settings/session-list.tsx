'use client'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { Day } from '#components/team/day.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { MoreButton } from '#components/team/more-button.tsx'
import { Moment } from '#components/team/moment.tsx'
import { Button } from '#components/ui/button.tsx'
import { type Column, Table } from '#components/ui/table.tsx'
import { showToast } from '#components/ui/toast.ts'
import { toBrowserName } from '#lib/client/settings/browser-name.ts'
import { endSession } from '#lib/client/settings/sessions.ts'
import type { Session } from '#lib/contracts/team/sessions.ts'
import type { SessionQuery } from './use-sessions.ts'

/** Sign-ins, each with the way to end it. */
export function SessionList({
  caption,
  list,
  named = false,
  onEnded,
}: {
  caption: string
  list: SessionQuery
  /** Whether each says whose it is. */
  named?: boolean
  onEnded: () => Promise<void>
}) {
  const { busy, problem, submit } = useSubmit([])
  const end = (session: Session) =>
    submit(async () => {
      await endSession(session.id)
      await onEnded()
      showToast('The sign-in has ended')
    })
  const columns: readonly Column<Session>[] = [
    ...(named ? [{ id: 'who', label: 'Who', wide: true, cell: toWho }] : []),
    { id: 'browser', label: 'Browser', wide: true, cell: toBrowser },
    { id: 'address', label: 'Address', cell: session => session.address ?? '–' },
    { id: 'since', label: 'Since', cell: session => <Moment time={session.created_at} /> },
    { id: 'until', label: 'Until', cell: session => <Day time={session.expires_at} /> },
    {
      id: 'acts',
      label: 'Acts',
      align: 'right',
      wide: true,
      cell: session =>
        !session.current && (
          <Button
            variant="link"
            disabled={busy || !session.endable}
            aria-label={`End the sign-in of ${session.user} with ${toBrowserName(session.client)}`}
            onClick={() => end(session)}
          >
            End
          </Button>
        ),
    },
  ]
  return (
    <ListState query={list}>
      {({ pages }) => (
        <>
          <Problem text={problem} />
          <Table
            caption={caption}
            columns={columns}
            rows={pages.flatMap(page => page.sessions)}
            rowKey={session => session.id}
            empty="Nobody is signed in."
          />
          <MoreButton list={list}>Show older ones</MoreButton>
        </>
      )}
    </ListState>
  )
}

function toWho(session: Session) {
  return (
    <span className="inline-block font-medium wrap-anywhere sm:min-w-32">
      {session.user}
      {session.yours && <span className="font-normal text-muted"> (you)</span>}
    </span>
  )
}

function toBrowser(session: Session) {
  return (
    <span title={session.client ?? undefined} className="break-words">
      {toBrowserName(session.client)}
      {session.current && <span className="text-ok"> · this browser</span>}
    </span>
  )
}
