'use client'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { deleteTeam } from './model/team-settings.ts'

/** Deletes the team for whoever types what it is called. */
export function DeleteTeam({
  name,
  signedIn,
  onClose,
}: {
  name: string
  signedIn: boolean
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const { busy, problem, problemOf, submitForm } = useSubmit(['name'])
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${name}`}
      description={`It cannot be undone. Export everything first, if any of it may be wanted.${signedIn ? ' Whoever reads the log of Sextant finds a link there that sets up the next team.' : ''}`}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={submitForm(async () => {
          await deleteTeam(typed)
          // A whole new page: everything that was loaded of the team goes.
          window.location.assign(signedIn ? '/sign-in' : '/')
        })}
      >
        <Field label={`Type ${name} to delete it`} error={problemOf('name')}>
          {ids => (
            <Input
              {...ids}
              autoComplete="off"
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Problem text={problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="bad" disabled={busy || typed !== name} focusableWhenDisabled>
            Delete the team
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
