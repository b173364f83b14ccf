'use client'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { showToast } from '#components/ui/toast.ts'
import { changePassword } from '#lib/client/settings/you.ts'

/** A new password for the old one; other browsers are signed out by it. */
export function PasswordForm({ email }: { email: string | null }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { busy, problem, problemOf, submitForm } = useSubmit(['current', 'password'])
  return (
    <form
      className="flex max-w-xl flex-col gap-3"
      onSubmit={submitForm(async () => {
        const ended = await changePassword(current, password)
        setCurrent('')
        setPassword('')
        showToast('Your password is changed', { description: toEndedWords(ended) })
      })}
    >
      {/* By it a password manager knows whose password this is. */}
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <Field label="Current password" error={problemOf('current')}>
        {ids => (
          <Input
            {...ids}
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={event => setCurrent(event.target.value)}
          />
        )}
      </Field>
      <Field label="New password" help="12 to 128 characters." error={problemOf('password')}>
        {ids => (
          <Input
            {...ids}
            type="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Problem text={problem} />
      <Button type="submit" className="self-start" disabled={busy} focusableWhenDisabled>
        Change password
      </Button>
    </form>
  )
}

function toEndedWords(ended: number): string {
  if (ended === 0) return 'You were signed in nowhere else.'
  return ended === 1 ? 'One other sign-in ended.' : `${ended} other sign-ins ended.`
}
