'use client'

import { useState } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { ConfirmDialog } from '#components/console-kit/confirm-dialog.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { endSessions, endSession, listSessions } from './model/sessions.ts'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { Day } from '#components/console-kit/day.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { MoreButton } from '#components/console-kit/more-button.tsx'
import { Moment } from '#components/console-kit/moment.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { toBrowserName } from './model/browser-name.ts'
import type { Session } from '#lib/contracts/console/sessions.ts'
import { useInfiniteQuery } from '@tanstack/react-query'

const words = {
  you: {
    act: 'Sign out everywhere else',
    ends: 'Every other browser that you are signed in with is signed out within seconds. This one goes on.',
    done: 'You are signed out everywhere else',
  },
  everybody: {
    act: 'End everybody’s',
    ends: 'Everybody of the team is signed out within seconds, but for this browser; only an owner ends the sign-ins of owners. Keys go on working.',
    done: 'Everybody is signed out',
  },
} as const

/** Where one is signed in, and for administrators everybody. */
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
        title="Your sign-ins"
        about="One for each browser, for a month at most."
        actions={<Button onClick={() => setEnding('you')}>{words.you.act}</Button>}
      >
        <SessionList caption="Your sign-ins" list={yours} onEnded={changed} />
      </Section>
      {manages && (
        <Section
          title="Everybody’s sign-ins"
          actions={<Button onClick={() => setEnding('everybody')}>{words.everybody.act}</Button>}
        >
          <SessionList caption="Everybody’s sign-ins" list={everybodys} named onEnded={changed} />
        </Section>
      )}
      {ending && (
        <ConfirmDialog
          title={words[ending].act}
          act={words[ending].act}
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await endSessions(ending)
            await changed()
            showToast(words[ending].done)
          }}
        >
          <p>{words[ending].ends}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Sign-ins, each with the way to end it. */
function SessionList({
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

/** Sign-ins, page by page. */
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
