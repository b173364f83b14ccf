'use client'
import { setUp } from './model/account.ts'
import { AccountForm } from './account-form.tsx'
import { EntryFrame } from '#components/console-kit/entry-frame.tsx'
import { Problem } from '#components/console-kit/problem.tsx'
import { useFragment } from './use-fragment.ts'

/** Creates the first owner, with the setup link from the log. */
export function SetUpPage() {
  const secret = useFragment()
  return (
    <EntryFrame
      title="Set up Sextant"
      note="You become the owner of this installation and invite everyone else."
    >
      {secret === '' && <Problem text="This link is incomplete. Open the full setup link from the log." />}
      {secret !== '' && (
        <AccountForm
          fixedEmail={null}
          action="Set up"
          onSubmit={async account => {
            await setUp(secret ?? '', account)
            window.location.assign('/')
          }}
        />
      )}
    </EntryFrame>
  )
}
