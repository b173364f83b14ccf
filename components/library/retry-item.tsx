'use client'
import { RotateCcw } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { useChange } from './use-change.ts'

/** Retries indexing a failed item. */
export function RetryItem({ item, tabIndex }: { item: LibraryItem; tabIndex?: number }) {
  const retry = useChange({ action: 'retry' })
  return (
    <IconButton
      label={`Reindex ${item.title.slice(0, 200)}`}
      className="size-6 coarse:size-10"
      disabled={retry.isPending}
      focusableWhenDisabled
      {...(tabIndex !== undefined && { tabIndex })}
      onClick={() => retry.mutate([item.id])}
    >
      <RotateCcw size={14} aria-hidden />
    </IconButton>
  )
}
