'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import { signOut } from './model/account.ts'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'

/** Ends this browser's session, and optionally deletes its local history. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const [clearing, setClearing] = useState(false)
  const { busy, problem, submitForm } = useSubmit([])
  return (
    <Dialog open onClose={onClose} title="Sign out" description="Runs in progress in this browser will stop.">
      <form
        className="flex flex-col gap-3"
        onSubmit={submitForm(async () => {
          if (clearing) await (await loadHistory()).clear()
          await signOut()
          window.location.assign('/sign-in')
        })}
      >
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={clearing} onChange={event => setClearing(event.target.checked)} />
          Also delete my history in this browser
        </label>
        <Problem text={problem} />
        <Button type="submit" variant="go" className="self-end" disabled={busy} focusableWhenDisabled>
          Sign out
        </Button>
      </form>
    </Dialog>
  )
}
