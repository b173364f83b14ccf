import { classNames } from '#components/ui/class-names.ts'
import { formatMs } from '#lib/client/format.ts'
import { readRequestPhases, type RequestPhase } from '#lib/client/requests/read-phases.ts'
import type { RequestDetail } from '#lib/contracts/team/requests.ts'

const colours: Readonly<Record<RequestPhase['kind'], string>> = {
  own: 'bg-control',
  wait: 'bg-accent',
  attempt: 'bg-ok',
  failed: 'bg-bad',
}

/** Where the time went, on one axis; below it each attempt, where there were several. */
export function RequestPhases({ row }: { row: RequestDetail }) {
  const phases = readRequestPhases(row)
  const most = Math.max(1, row.total_ms, ...phases.map(({ startMs, ms }) => startMs + ms))
  if (phases.length === 0) return null
  return (
    <section aria-label="Where the time went" className="flex flex-col gap-1.5">
      <h3 className="font-semibold">Where the time went</h3>
      <ol className="flex flex-col gap-1.5 text-xs">
        {phases.map(({ label, kind, startMs, ms, note }, at) => (
          <li key={at} className="grid grid-cols-[minmax(6rem,11rem)_1fr_4rem] items-center gap-x-2">
            <span className="min-w-0 break-words">
              {label}
              {kind === 'failed' && <span className="text-bad"> failed</span>}
            </span>
            <span aria-hidden className="relative h-2 rounded-sm bg-sunken">
              <span
                className={classNames('absolute inset-y-0 min-w-0.5 rounded-sm', colours[kind])}
                style={{ left: `${(startMs / most) * 100}%`, width: `${(ms / most) * 100}%` }}
              />
            </span>
            <span className="text-right tabular-nums">{formatMs(ms)}</span>
            {note !== null && <span className="col-span-3 break-words text-muted">{note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
