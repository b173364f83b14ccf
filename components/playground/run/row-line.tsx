'use client'
import { RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { RowStop } from './row-list.tsx'

/** One row: status icon, two lines of text, figures, and its own actions. */
export function RowLine({
  stop,
  mark,
  words,
  figures,
  name,
  onCancel,
  onRetry,
}: {
  stop: RowStop
  mark: ReactNode
  words: ReactNode
  figures: ReactNode
  /** Accessible name for the buttons: `Cancel page 3`. */
  name: string
  /** null: not cancelable. */
  onCancel: (() => void) | null
  /** null: cannot be retried. */
  onRetry: (() => void) | null
}) {
  const { index, chosen, tabStop, onFocus, onKeyDown, onChoose } = stop
  const tabIndex = tabStop ? 0 : -1
  return (
    <div
      className={classNames(
        'flex h-full items-center border-b border-line pr-2',
        chosen && 'bg-sunken shadow-[inset_2px_0_var(--accent-text)]',
      )}
    >
      <button
        type="button"
        data-place={index}
        tabIndex={tabIndex}
        aria-current={chosen || undefined}
        onClick={onChoose}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="grid h-full min-w-0 flex-1 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 pr-2 pl-4 text-left -outline-offset-2 max-sm:pl-3"
      >
        {mark}
        <span className="min-w-0 leading-4">{words}</span>
        <span className="text-right text-xs leading-4 text-muted">{figures}</span>
      </button>
      {onCancel && (
        <IconButton
          label={`Cancel ${name}`}
          tabIndex={tabIndex}
          className="size-6 coarse:size-10"
          onClick={onCancel}
        >
          <X size={14} aria-hidden />
        </IconButton>
      )}
      {onRetry && (
        <IconButton
          label={`Retry ${name}`}
          tabIndex={tabIndex}
          className="size-6 coarse:size-10"
          onClick={onRetry}
        >
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
