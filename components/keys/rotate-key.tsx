'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { rotateTeamKey } from './model/team-keys.ts'
import type { KeyDialogProps } from './key-actions.tsx'
import { NewKeyText } from '#components/console-kit/new-key-text.tsx'

const hourMs = 3_600_000
const overlaps = [
  { value: '0', label: 'Revoke immediately' },
  { value: '1', label: 'One hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
]

/** Creates a new key; the old one works for an overlap period. */
export function RotateKey({ apiKey, onChanged, onClose }: KeyDialogProps) {
  const [hours, setHours] = useState('24')
  const [token, setToken] = useState<string | null>(null)
  const { busy, problem, submitForm } = useSubmit([])
  if (token !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new API key"
        description="Copy it now: it is shown only once."
        className="w-[min(44rem,calc(100vw-24px))]"
      >
        <NewKeyText token={token} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rotate ${apiKey.name}`}
      description="The new key has the same scopes and limits. Deploy it while both keys work."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={submitForm(async () => {
          const made = await rotateTeamKey(apiKey.id, Number(hours) * hourMs)
          setToken(made.token)
          await onChanged()
        })}
      >
        <Field label="Keep the old key for">
          {({ id }) => <NativeSelect id={id} choices={overlaps} value={hours} onChange={setHours} />}
        </Field>
        <Problem text={problem} />
        <Button type="submit" variant="go" className="self-end" disabled={busy} focusableWhenDisabled>
          Create new key
        </Button>
      </form>
    </Dialog>
  )
}
