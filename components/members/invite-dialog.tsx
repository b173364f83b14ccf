'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { invite } from './model/members.ts'
import type { TeamRole } from '#lib/contracts/console/members.ts'
import { NewSecret } from '#components/console-kit/new-secret.tsx'
import { RoleSelect } from './role-select.tsx'

/** Creates a single-use invitation link, which is shown only once. */
export function InviteDialog({
  mayInviteOwner,
  onInvited,
  onClose,
}: {
  mayInviteOwner: boolean
  onInvited: () => Promise<void>
  onClose: () => void
}) {
  const [role, setRole] = useState<TeamRole>('member')
  const [email, setEmail] = useState('')
  const [link, setLink] = useState<string | null>(null)
  const { busy, problem, problemOf, submitForm } = useSubmit(['email'])

  if (link !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Invitation link"
        description="Copy it now: it is shown only once. It works once and expires after seven days. Sextant does not email it."
      >
        <NewSecret text={link} what="Invitation link" />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title="Invite member">
      <form
        className="flex flex-col gap-3"
        onSubmit={submitForm(async () => {
          const { secret } = await invite(role, email)
          setLink(`${window.location.origin}/invitation#${secret}`)
          await onInvited()
        })}
      >
        <Field label="Role">
          {({ id }) => <RoleSelect id={id} role={role} withOwner={mayInviteOwner} long onChange={setRole} />}
        </Field>
        <Field
          label="Email (optional)"
          help="With an email, only that address can join. Without one, anyone with the link can."
          error={problemOf('email')}
        >
          {ids => (
            <Input {...ids} type="email" value={email} onChange={event => setEmail(event.target.value)} />
          )}
        </Field>
        <Problem text={problem} />
        <Button type="submit" variant="go" className="self-end" disabled={busy} focusableWhenDisabled>
          Create link
        </Button>
      </form>
    </Dialog>
  )
}
