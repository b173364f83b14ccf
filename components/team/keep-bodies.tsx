'use client'
import { useId } from 'react'
import { Switch } from '#components/ui/switch.tsx'

/** Whether what a key's requests say is kept for a while. */
export function KeepBodies({ checked, onChange }: { checked: boolean; onChange: (keep: boolean) => void }) {
  const id = useId()
  return (
    <div>
      <div className="flex min-h-7 items-center justify-between gap-4">
        <label htmlFor={id}>Keep bodies</label>
        <Switch id={id} checked={checked} onChange={onChange} aria-describedby={`${id}-help`} />
      </div>
      <p id={`${id}-help`} className="mt-0.5 text-xs text-muted">
        What is asked and answered with this key is kept in the request log for the days of Settings →
        Retention, without secrets. It can then be replayed.
      </p>
    </div>
  )
}
