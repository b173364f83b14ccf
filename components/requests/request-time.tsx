const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

/** Day and time of day, in the reader's own zone: lists are drawn in the browser alone. */
export function RequestTime({ time }: { time: number }) {
  const date = new Date(time)
  return (
    <time dateTime={date.toISOString()} title={whole.format(date)} className="tabular-nums">
      {day.format(date)}, {clock.format(date)}
    </time>
  )
}
