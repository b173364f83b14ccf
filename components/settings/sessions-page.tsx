'use client'

import { useState } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { ConfirmDialog } from '#components/console-kit/confirm-dialog.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { endSessions, endSession, listSessions } from './model/sessions.ts'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Day } from '#components/console-kit/day.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { MoreButton } from '#components/console-kit/more-button.tsx'
import { Timestamp } from '#components/console-kit/timestamp.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { toBrowserName } from './model/browser-name.ts'
import type { Session } from '#lib/contracts/console/sessions.ts'
import { useInfiniteQuery } from '@tanstack/react-query'

const labels = {
  you: {
    act: 'Sign out other sessions',
    ends: 'All your other browsers are signed out within seconds. This one stays signed in.',
    done: 'Other sessions signed out',
  },
  everybody: {
    act: 'Sign out everyone',
    ends: 'All members are signed out within seconds, except this browser. Only an owner can sign out owners. API keys keep working.',
    done: 'All other sessions signed out',
  },
} as const

/** The caller's sessions; admins see all sessions. */
export function SessionsPage() {
  const { role } = useAccount()
  const manages = role === 'admin' || role === 'owner'
  const [ending, setEnding] = useState<'you' | 'everybody' | null>(null)
  const yours = useSessions('you')
  const everybodys = useSessions('everybody', manages)
  const changed = async () => {
    await Promise.all([yours.refetch(), manages && everybodys.refetch()])
  }
  return (
    <>
      <Section
        title="Your sessions"
        about="One session per browser, for up to one month."
        actions={<Button onClick={() => setEnding('you')}>{labels.you.act}</Button>}
      >
        <SessionList caption="Your sessions" list={yours} onEnded={changed} />
      </Section>
      {manages && (
        <Section
          title="All sessions"
          actions={<Button onClick={() => setEnding('everybody')}>{labels.everybody.act}</Button>}
        >
          <SessionList caption="All sessions" list={everybodys} named onEnded={changed} />
        </Section>
      )}
      {ending && (
        <ConfirmDialog
          title={labels[ending].act}
          act={labels[ending].act}
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await endSessions(ending)
            await changed()
            showToast(labels[ending].done)
          }}
        >
          <p>{labels[ending].ends}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** A list of sessions, each with an action to sign it out. */
function SessionList({
  caption,
  list,
  named = false,
  onEnded,
}: {
  caption: string
  list: SessionQuery
  /** Whether to show the user of each session. */
  named?: boolean
  onEnded: () => Promise<void>
}) {
  const { busy, problem, submit } = useSubmit([])
  const end = (session: Session) =>
    submit(async () => {
      await endSession(session.id)
      await onEnded()
      showToast('Session signed out')
    })
  const columns: readonly Column<Session>[] = [
    ...(named ? [{ id: 'who', label: 'User', wide: true, cell: toWho }] : []),
    { id: 'browser', label: 'Browser', wide: true, cell: toBrowser },
    { id: 'address', label: 'IP address', cell: session => session.address ?? '–' },
    { id: 'since', label: 'Signed in', cell: session => <Timestamp time={session.created_at} /> },
    { id: 'until', label: 'Expires', cell: session => <Day time={session.expires_at} /> },
    {
      id: 'acts',
      label: 'Actions',
      align: 'right',
      acts: true,
      cell: session =>
        !session.current && (
          <Button
            variant="link"
            disabled={busy || !session.endable}
            aria-label={`Sign out ${session.user} on ${toBrowserName(session.client)}`}
            onClick={() => end(session)}
          >
            Sign out
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
            empty="No sessions."
          />
          <MoreButton list={list}>Load older</MoreButton>
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

/** Sessions, paginated. */
function useSessions(of: 'you' | 'everybody', enabled = true) {
  return useInfiniteQuery({
    queryKey: ['sessions', of],
    queryFn: ({ pageParam }) => listSessions(of, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    enabled,
  })
}

type SessionQuery = ReturnType<typeof useSessions>
