'use client'
import type { ReactNode } from 'react'
import { Problem } from './problem.tsx'
import { useSubmit } from './use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'

/** Asks for confirmation and names the consequences of an action. */
export function ConfirmDialog({
  title,
  act: action,
  children,
  onConfirm,
  onClose,
}: {
  title: string
  /** Label of the confirm button. */
  act: string
  children: ReactNode
  onConfirm: () => Promise<void>
  onClose: () => void
}) {
  const { busy, problem, submit } = useSubmit([])
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="flex flex-col gap-3">
        {children}
        <Problem text={problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="bad"
            disabled={busy}
            focusableWhenDisabled
            onClick={() =>
              submit(async () => {
                await onConfirm()
                onClose()
              })
            }
          >
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
