import { Check, Minus } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import type { Choice } from '#components/map/model/selection.ts'

/** Selected, not selected or partially selected; the row has the state for screen readers. */
export function MarkBox({ choice }: { choice: Choice }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex size-3.5 items-center justify-center rounded-[3px] border border-control text-on-accent',
        choice !== 'none' && 'border-accent-text bg-accent',
      )}
    >
      {choice === 'all' && <Check size={11} strokeWidth={3} />}
      {choice === 'some' && <Minus size={11} strokeWidth={3} />}
    </span>
  )
}
