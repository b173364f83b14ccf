const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const second = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/** A time to the minute, in the reader's own zone; to the second on hover. */
export function Moment({ time }: { time: number }) {
  const date = new Date(time)
  return (
    <time dateTime={date.toISOString()} title={second.format(date)} className="whitespace-nowrap">
      {minute.format(date)}
    </time>
  )
}
