'use client'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { rotateTeamKey } from './model/team-keys.ts'
import type { KeyDialogProps } from './key-acts.tsx'
import { NewKeyText } from './new-key-text.tsx'

const hourMs = 3_600_000
const overlaps = [
  { value: '0', label: 'It ends at once' },
  { value: '1', label: 'One hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
]

/** A new key in place of an old one, which works for a while yet. */
export function RotateKey({ apiKey, onChanged, onClose }: KeyDialogProps) {
  const [hours, setHours] = useState('24')
  const [token, setToken] = useState<string | null>(null)
  const { busy, problem, submitForm } = useSubmit([])
  if (token !== null) {
    return (
      <Dialog open onClose={onClose} title="The new key" description="It is shown this once: copy it now.">
        <NewKeyText token={token} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rotate ${apiKey.name}`}
      description="The new key may do what this one may. Put it in place while both work."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={submitForm(async () => {
          const made = await rotateTeamKey(apiKey.id, Number(hours) * hourMs)
          setToken(made.token)
          await onChanged()
        })}
      >
        <Field label="How long the old key still works">
          {({ id }) => <NativeSelect id={id} choices={overlaps} value={hours} onChange={setHours} />}
        </Field>
        <Problem text={problem} />
        <Button type="submit" variant="go" className="self-end" disabled={busy} focusableWhenDisabled>
          Make the new key
        </Button>
      </form>
    </Dialog>
  )
}
