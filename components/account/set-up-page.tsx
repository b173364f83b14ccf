'use client'
import { setUp } from './model/account.ts'
import { AccountForm } from './account-form.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { Problem } from './problem.tsx'
import { useFragment } from './use-fragment.ts'

/** Makes the first owner, with the link that the log printed. */
export function SetUpPage() {
  const secret = useFragment()
  return (
    <EntryFrame
      title="Set up Sextant"
      note="You become the owner of this installation; everybody else joins by your invitation."
    >
      {secret === '' && (
        <Problem text="Open the whole link that the log printed: its last part is missing here." />
      )}
      {secret !== '' && (
        <AccountForm
          fixedEmail={null}
          act="Set up"
          onSubmit={async account => {
            await setUp(secret ?? '', account)
            window.location.assign('/chat')
          }}
        />
      )}
    </EntryFrame>
  )
}
