const shown = {
  day: new Intl.DateTimeFormat('en', { dateStyle: 'medium' }),
  minute: new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }),
  second: new Intl.DateTimeFormat('en', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }),
}
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/** A time at the given precision, and to the second on hover. */
export function Timestamp({ time, precise = 'minute' }: { time: number; precise?: keyof typeof shown }) {
  const date = new Date(time)
  // The server does not know the reader's time zone, so lists render in the browser only.
  return (
    <time dateTime={date.toISOString()} title={whole.format(date)} className="whitespace-nowrap tabular-nums">
      {shown[precise].format(date)}
    </time>
  )
}
