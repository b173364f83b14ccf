'use client'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { CloseButton } from '#components/ui/button/close-button.tsx'

const field = 'input:enabled:not([type=hidden],[type=radio]:not(:checked)),select:enabled,textarea:enabled'
const control = 'button:enabled,a[href]'

/**
 * A modal dialog that traps and restores focus. Escape and a click outside close it.
 * Focuses the first field, otherwise the first control; in destructive dialogs that is Cancel.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  className,
  initialFocus,
  finalFocus,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  className?: string
  initialFocus?: RefObject<HTMLElement | null>
  /** Where focus goes on close, as the previous element may be gone. True: the previous element. */
  finalFocus?: () => HTMLElement | true | null
  children: ReactNode
}) {
  const content = useRef<HTMLDivElement>(null)
  // On touch, focus the dialog itself: an on-screen keyboard would cover its content.
  const findFirst = (by: string) =>
    by === 'touch' ||
    (content.current?.querySelector<HTMLElement>(field) ??
      content.current?.querySelector<HTMLElement>(control) ??
      true)
  return (
    <BaseDialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          initialFocus={initialFocus ?? findFirst}
          {...(finalFocus && { finalFocus })}
          className={classNames(
            'pop fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[min(32rem,calc(100vw-24px))] -translate-x-1/2 flex-col',
            className,
          )}
        >
          <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
            <BaseDialog.Title className="flex-1 text-base font-semibold">{title}</BaseDialog.Title>
            <CloseButton onClick={onClose} />
          </header>
          <div ref={content} className="scroll min-h-0 flex-1 p-4">
            {description && (
              <BaseDialog.Description className="mb-3 text-muted">{description}</BaseDialog.Description>
            )}
            {children}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
