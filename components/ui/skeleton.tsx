import { classNames } from './class-names.ts'

/** Holds the place, at the height of what follows. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-md bg-sunken', className)} />
}
