'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

/** A form that renames a member or the team. */
export function NameForm({
  label,
  help,
  name,
  autoComplete,
  onRename,
}: {
  label: string
  help?: string
  name: string
  autoComplete: 'name' | 'off'
  onRename: (name: string) => Promise<void>
}) {
  const [typed, setTyped] = useState(name)
  const { busy, problem, problemOf, submitForm } = useSubmit(['name'])
  return (
    <form className="flex max-w-xl flex-col gap-2" onSubmit={submitForm(() => onRename(typed))}>
      <Field label={label} help={help} error={problemOf('name')}>
        {ids => (
          <div className="flex gap-2">
            <Input
              {...ids}
              autoComplete={autoComplete}
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
            <Button type="submit" disabled={busy || typed.trim() === name} focusableWhenDisabled>
              Rename
            </Button>
          </div>
        )}
      </Field>
      <Problem text={problem} />
    </form>
  )
}
