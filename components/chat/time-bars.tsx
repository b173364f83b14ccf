import { classNames } from '#components/ui/class-names.ts'
import type { AnswerRecord } from '#lib/client/chat/answer.ts'
import { formatMs } from '#lib/client/format.ts'
import { readPhases, type PhaseName } from '#lib/client/chat/phases.ts'

const names: Readonly<Record<PhaseName, string>> = {
  waiting: 'waiting',
  loading: 'loading the model',
  reasoning: 'reasoning',
  content: 'content',
}
const colours: Readonly<Record<PhaseName, string>> = {
  waiting: 'bg-line',
  loading: 'bg-warn',
  reasoning: 'bg-control',
  content: 'bg-accent',
}

/** Where the time of each column went, on one axis. */
export function TimeBars({
  bars,
}: {
  bars: readonly { id: string; label: string; record: AnswerRecord | null }[]
}) {
  const runs = bars.map(bar => ({ ...bar, phases: bar.record ? readPhases(bar.record) : [] }))
  const most = Math.max(1, ...runs.map(({ phases }) => phases.reduce((sum, { ms }) => sum + ms, 0)))
  return (
    <section aria-label="Where the time went">
      <h3 className="mb-1 text-xs text-muted">Where the time went</h3>
      <ul className="flex flex-col gap-1.5">
        {runs.map(({ id, label, phases }) => (
          <li key={id} className="grid grid-cols-[minmax(6rem,12rem)_1fr] gap-x-2">
            <span className="truncate">{label}</span>
            <span aria-hidden className="mt-1.5 flex h-2 gap-px rounded-sm">
              {phases.map(({ name, ms }) => (
                <span
                  key={name}
                  className={classNames('h-full first:rounded-l-sm last:rounded-r-sm', colours[name])}
                  style={{ width: `${(ms / most) * 100}%` }}
                />
              ))}
            </span>
            <span className="col-start-2 text-xs text-muted">
              {phases.length === 0
                ? '–'
                : phases.map(({ name, ms }) => `${names[name]} ${formatMs(ms)}`).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
