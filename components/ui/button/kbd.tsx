import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'

export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={classNames(
        'inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border border-line-strong px-1 font-sans text-2xs text-muted',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
