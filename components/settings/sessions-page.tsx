'use client'
import { useState } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { ConfirmDialog } from '#components/team/confirm-dialog.tsx'
import { Section } from '#components/team/section.tsx'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.ts'
import { endSessions } from '#lib/client/settings/sessions.ts'
import { SessionList } from './session-list.tsx'
import { useSessions } from './use-sessions.ts'

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
