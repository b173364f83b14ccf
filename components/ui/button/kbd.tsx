import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'

export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={classNames(
        'rounded border border-line bg-panel px-1 text-[0.6875rem] leading-4 text-muted',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
