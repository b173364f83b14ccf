'use client'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '#components/ui/class-names.ts'

/** A modal side panel. */
export function Drawer({
  open,
  onClose,
  title,
  side,
  initialFocus,
  className,
  children,
}: {
  open: boolean
  onClose: () => void
  /** Accessible name; the content has its own heading. */
  title: string
  side: 'left' | 'right'
  /** The element to focus first; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
  children: ReactNode
}) {
  return (
    <BaseDialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          aria-label={title}
          {...(initialFocus && { initialFocus })}
          className={classNames(
            'fixed inset-y-0 z-50 flex w-[min(24rem,calc(100vw-40px))] flex-col border-line bg-canvas transition-transform duration-200',
            side === 'left'
              ? 'left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
              : 'right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
            className,
          )}
        >
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
