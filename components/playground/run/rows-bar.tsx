'use client'
import { Download, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Menu, type MenuAction } from '#components/ui/overlay/menu.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { formatCount } from '#lib/client/format.ts'

export interface RowCounts {
  readonly total: number
  readonly read: number
  readonly warned: number
  readonly unread: number
  readonly going: number
}

/** Progress of a batch, and actions for all rows. */
export function RowsBar({
  noun,
  counts,
  more = null,
  onStop,
  onRetry,
  exports,
  children,
}: {
  /** Plural noun: `pages`. */
  noun: string
  counts: RowCounts
  /** Text after the counts. */
  more?: string | null
  onStop: () => void
  /** Retries the rows that were not read. */
  onRetry: () => void
  exports: readonly MenuAction[]
  children: ReactNode
}) {
  const { total, read, warned, unread, going } = counts
  const words = [
    `${formatCount(read)} of ${formatCount(total)} read`,
    warned > 0 && `${formatCount(warned)} with a warning`,
    unread > 0 && `${formatCount(unread)} not read`,
    more,
  ]
  return (
    <div className="flex shrink-0 flex-col gap-1.5 border-b border-line px-4 py-1.5 max-sm:px-3">
      <p className="text-xs text-muted">{words.filter(Boolean).join(' · ')}</p>
      <div className="-mx-2.5 flex min-h-7 flex-wrap items-center text-xs">
        {going > 0 && (
          <Button variant="plain" onClick={onStop}>
            Cancel all
          </Button>
        )}
        {unread > 0 && (
          <Button variant="plain" onClick={onRetry}>
            <RotateCcw size={14} aria-hidden />
            Retry {formatCount(unread)}
          </Button>
        )}
        {read > 0 && (
          <Menu
            trigger={
              <Button variant="plain">
                <Download size={14} aria-hidden />
                Download all
              </Button>
            }
            actions={exports}
          />
        )}
        {children}
      </div>
      {going > 0 && (
        <Progress
          label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} read`}
          value={total - going}
          max={total}
          text={`${total - going} of ${total} ${noun}`}
        />
      )}
    </div>
  )
}
