'use client'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { copy } from './copy.ts'

// A body may hold 32 MiB of images; laying that out would stop the page.
const shownMax = 20_000

export function WireBlock({ label, children }: { label: string; children: string }) {
  const [whole, setWhole] = useState(false)
  const cut = !whole && children.length > shownMax
  return (
    <div className="group relative">
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable text must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-96 overflow-auto rounded-md border border-line bg-sunken py-2 pr-10 pl-3 leading-[19px] break-words whitespace-pre-wrap"
      >
        <pre className="break-words whitespace-pre-wrap">
          {cut ? `${children.slice(0, shownMax)}…` : children}
        </pre>
      </section>
      <IconButton
        label={`Copy the ${label}`}
        className="absolute top-1 right-1 bg-sunken"
        onClick={() => void copy(children, label.charAt(0).toUpperCase() + label.slice(1))}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
      {cut && (
        <Button variant="plain" onClick={() => setWhole(true)}>
          Show all {children.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  )
}
