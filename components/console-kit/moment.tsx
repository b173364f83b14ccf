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

/** A time as precise as it has to be, and to the second on hover. */
export function Moment({ time, precise = 'minute' }: { time: number; precise?: keyof typeof shown }) {
  const date = new Date(time)
  // In the reader's own zone, which the server does not know: lists are drawn in the browser alone.
  return (
    <time dateTime={date.toISOString()} title={whole.format(date)} className="whitespace-nowrap tabular-nums">
      {shown[precise].format(date)}
    </time>
  )
}
