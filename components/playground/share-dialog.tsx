'use client'
import { useMemo, useRef } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import type { Draft } from '#lib/client/draft.ts'
import { toShareable } from '#lib/client/share-link.ts'
import { ShareFragment } from './share-fragment.tsx'
import { ShareShort } from './share-short.tsx'

/** Says what a link carries and what it leaves out, before one is made. */
export function ShareDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const shareable = useMemo(() => toShareable(draft), [draft])
  const first = useRef<HTMLButtonElement>(null)
  const leftOut = [
    ...count(shareable.secretsRemoved, 'key', 'keys'),
    ...count(shareable.filesRemoved, 'file', 'files'),
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={first}
      title="Share this request"
      description="A link fills the playground in for whoever opens it, and runs nothing. It holds the request alone: no key, picture, file or result."
    >
      <div className="flex flex-col gap-5">
        {leftOut.length > 0 && (
          <p className="rounded-md border border-line bg-sunken px-3 py-2">
            Left out of this one: {leftOut.join(' and ')}.
          </p>
        )}
        <ShareFragment shareable={shareable} copyButton={first} />
        <ShareShort shareable={shareable} draft={draft} />
      </div>
    </Dialog>
  )
}

function count(number: number, one: string, many: string): string[] {
  if (number === 0) return []
  return [`${number} ${number === 1 ? one : many}`]
}
