import { Timestamp } from './timestamp.tsx'

/** A date, or a placeholder if there is none. */
export function Day({ time, none = '–' }: { time: number | null; none?: string }) {
  if (time === null) return <span className="text-muted">{none}</span>
  return <Timestamp time={time} precise="day" />
}
