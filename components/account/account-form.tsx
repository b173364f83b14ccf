'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import type { NewAccount } from './model/account.ts'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'

/** Name, email and password of a new account. */
export function AccountForm({
  fixedEmail,
  action,
  onSubmit,
}: {
  /** The only email allowed; null: any. */
  fixedEmail: string | null
  /** Label of the submit button, e.g. `Join`. */
  action: string
  onSubmit: (account: NewAccount) => Promise<void>
}) {
  const [account, setAccount] = useState<NewAccount>({ name: '', email: fixedEmail ?? '', password: '' })
  const { busy, problem, problemOf, submitForm } = useSubmit(['name', 'email', 'password'])
  const set = (change: Partial<NewAccount>) => setAccount({ ...account, ...change })
  return (
    <form className="flex flex-col gap-3" onSubmit={submitForm(() => onSubmit(account))}>
      <Field label="Name" error={problemOf('name')}>
        {ids => (
          <Input
            {...ids}
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            value={account.name}
            onChange={event => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Email"
        error={problemOf('email')}
        help={fixedEmail && 'This invitation is for this email.'}
      >
        {ids => (
          <Input
            {...ids}
            type="email"
            name="email"
            autoComplete="username"
            required
            readOnly={fixedEmail !== null}
            value={account.email}
            onChange={event => set({ email: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Password"
        help="12 to 128 characters. Several words are easy to remember."
        error={problemOf('password')}
      >
        {ids => (
          <Input
            {...ids}
            type="password"
            name="password"
            autoComplete="new-password"
            required
            minLength={12}
            value={account.password}
            onChange={event => set({ password: event.target.value })}
          />
        )}
      </Field>
      <Problem text={problem} />
      <Button type="submit" variant="go" disabled={busy} focusableWhenDisabled>
        {action}
      </Button>
    </form>
  )
}
