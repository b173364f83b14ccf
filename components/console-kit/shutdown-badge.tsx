import { classNames } from '#components/ui/class-names.ts'
import { formatDay, isShutDown } from '#components/playground/form/model/shutdown.ts'

/** From that day on, requests fail. */
export function ShutdownBadge({ day }: { day: string }) {
  const isPast = isShutDown(day)
  return (
    <span
      className={classNames(
        'shrink-0 rounded-sm px-1.5 text-2xs font-medium',
        isPast ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
      )}
    >
      {isPast ? 'Shut down' : 'Shutdown'} {formatDay(day)}
    </span>
  )
}
