const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A date, with the time of day on hover; what stands instead where there is none. */
export function Day({ time, none = '–' }: { time: number | null; none?: string }) {
  if (time === null) return <span className="text-muted">{none}</span>
  const date = new Date(time)
  // In the reader's own zone, which the server does not know: lists are drawn in the browser alone.
  return (
    <time dateTime={date.toISOString()} title={minute.format(date)} className="whitespace-nowrap">
      {day.format(date)}
    </time>
  )
}
