'use client'

import { Braces, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'

/** The request beside the result: a heading, the form or its JSON, and a foot with Run or its API call. */
export function Inspector({
  asJson,
  onAsJson,
  onClose,
  foot,
  children,
}: {
  asJson: boolean
  onAsJson: (on: boolean) => void
  /** Closes the sheet that the inspector is on narrow screens. */
  onClose: () => void
  foot: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <header className="flex h-10 shrink-0 items-center border-b border-line pr-2 pl-4 max-sm:h-11">
        <h2 className="flex-1 font-semibold">Request</h2>
        <IconButton label="JSON" className="size-7" aria-pressed={asJson} onClick={() => onAsJson(!asJson)}>
          <Braces size={16} aria-hidden />
        </IconButton>
        <IconButton label="Close request" className="size-7 lg:hidden" onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1">{children}</div>
      <div className="shrink-0 border-t border-line px-4 py-2.5">{foot}</div>
    </>
  )
}
