import { Moment } from './moment.tsx'

/** A date, or a placeholder if there is none. */
export function Day({ time, none = '–' }: { time: number | null; none?: string }) {
  if (time === null) return <span className="text-muted">{none}</span>
  return <Moment time={time} precise="day" />
}
