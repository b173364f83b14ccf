import type { ReactNode } from 'react'

/** The control names itself: here its label is for the eye. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <span aria-hidden className="block text-xs text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}
