import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'

/** The line of a `details` element that shows or hides the rest of it. */
export function Summary({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <summary
      className={classNames(
        '-ml-0.5 flex w-fit cursor-pointer list-none items-center gap-1 [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      <ChevronRight size={14} aria-hidden className="shrink-0 [[open]>summary>&]:rotate-90" />
      {children}
    </summary>
  )
}
