'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { viewNameLengthMax } from './model/saved-views.ts'

/**
 * Asks for the name of a view.
 * @param onSave returns the reason why the view cannot be saved; null: it is saved
 */
export function SaveView({
  onClose,
  onSave,
}: {
  onClose: () => void
  onSave: (name: string) => string | null
}) {
  const nameId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    setProblem(onSave(typeof name === 'string' ? name : ''))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save view"
      description="Adds the current filter as a tab in this browser."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="flex flex-col gap-1">
          <label htmlFor={nameId} className="text-xs text-soft">
            Name
          </label>
          <Input
            id={nameId}
            name="name"
            maxLength={viewNameLengthMax}
            placeholder="Claude Code"
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : 'view-problem'}
          />
        </div>
        {problem !== null && (
          <p id="view-problem" role="alert" className="text-xs text-bad">
            {problem}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="go">
            Save view
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
