'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { signIn } from './model/account.ts'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'

/** Email and password; the page decides where to go after sign-in. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { busy, problem, problemOf, submitForm } = useSubmit(['email'])
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={submitForm(async () => {
        await signIn(email, password)
        onSignedIn()
      })}
    >
      <Field label="Email" error={problemOf('email')}>
        {ids => (
          <Input
            {...ids}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={event => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password">
        {ids => (
          <Input
            {...ids}
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Problem text={problem} />
      <Button type="submit" variant="go" disabled={busy} focusableWhenDisabled>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
