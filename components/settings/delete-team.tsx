'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { deleteTeam } from './model/team-settings.ts'

/** Deletes the team after its name is typed to confirm. */
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
      description={`You cannot undo this. Export your data first.${signedIn ? ' The Sextant log will have a setup link for a new team.' : ''}`}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={submitForm(async () => {
          await deleteTeam(typed)
          // A full page load drops all cached team data.
          window.location.assign(signedIn ? '/sign-in' : '/')
        })}
      >
        <Field label={`Type ${name} to confirm`} error={problemOf('name')}>
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
            Delete team
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
