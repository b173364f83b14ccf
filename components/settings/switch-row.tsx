'use client'
import { type ReactNode, useId, useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Switch } from '#components/ui/form/switch.tsx'

/** A switch with its label on the left and help below. Updates optimistically and rolls back on failure. */
export function SwitchRow({
  label,
  help,
  checked,
  onChange,
}: {
  label: string
  help: ReactNode
  checked: boolean
  onChange: (checked: boolean) => Promise<void> | void
}) {
  const id = useId()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { problem, submit } = useSubmit([])
  const choose = (next: boolean) =>
    submit(async () => {
      setChosen(next)
      try {
        await onChange(next)
      } finally {
        setChosen(null)
      }
    })
  return (
    <div className="flex max-w-xl flex-col gap-0.5">
      <div className="flex min-h-7 items-center justify-between gap-4">
        <label htmlFor={id}>{label}</label>
        <Switch id={id} checked={chosen ?? checked} onChange={choose} aria-describedby={`${id}-help`} />
      </div>
      <p id={`${id}-help`} className="text-xs text-muted">
        {help}
      </p>
      <Problem text={problem} />
    </div>
  )
}
