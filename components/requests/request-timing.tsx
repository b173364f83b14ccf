import { InlineCode } from '#components/ui/data/inline-code.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { formatMs } from '#lib/client/format.ts'
import type { LoggedExchange, RequestDetail } from '#lib/contracts/console/requests.ts'
import { readRequestPhases, type RequestPhase } from './model/read-phases.ts'

const colors: Readonly<Record<RequestPhase['kind'], string>> = {
  own: 'bg-control',
  wait: 'bg-warn-dot',
  attempt: 'bg-accent-line',
  stream: 'bg-accent',
  failed: 'bg-bad-dot',
}

const ticks = [0, 0.25, 0.5, 0.75, 1]
const columns =
  'grid grid-cols-[minmax(7rem,13rem)_1fr_3.75rem] items-center gap-x-3 max-sm:grid-cols-[8rem_1fr_3.75rem]'

/** Phases and attempts on one time axis. */
export function RequestTiming({
  row,
  exchanges,
}: {
  row: RequestDetail
  exchanges: readonly LoggedExchange[]
}) {
  const phases = readRequestPhases(row, exchanges)
  const endMs = Math.max(1, row.total_ms, ...phases.map(({ startMs, ms }) => startMs + ms))
  if (phases.length === 0) return null
  return (
    <section aria-label="Timing" className="border-b border-line px-5 py-3.5 max-sm:px-3">
      <h3 className="mb-1 text-sm font-semibold">Timing</h3>
      <div aria-hidden className={classNames(columns, 'h-[18px] text-2xs text-muted')}>
        <span />
        <span className="relative h-full">
          {ticks.map(share => (
            <span
              key={share}
              className={classNames(
                'absolute whitespace-nowrap',
                share === 1 && '-translate-x-full',
                // They would overlap on a phone.
                share > 0 && share < 1 && '-translate-x-1/2 max-sm:hidden',
              )}
              style={{ left: `${share * 100}%` }}
            >
              {share === 0 ? '0' : formatMs(endMs * share)}
            </span>
          ))}
        </span>
      </div>
      <ol className="text-xs">
        {phases.map((phase, at) => (
          <Phase key={at} phase={phase} endMs={endMs} />
        ))}
      </ol>
    </section>
  )
}

function Phase({
  phase: { label, detail, kind, startMs, ms, note },
  endMs,
}: {
  phase: RequestPhase
  endMs: number
}) {
  return (
    <li className={classNames(columns, 'min-h-[26px]')}>
      <span
        className="min-w-0 truncate max-sm:py-1 max-sm:wrap-anywhere max-sm:whitespace-normal"
        title={detail === null ? label : `${label} · ${detail}`}
      >
        <span className="font-medium">{label}</span>
        {kind === 'failed' && <span className="text-bad"> failed</span>}
        {detail !== null && <span className="text-muted"> {detail}</span>}
      </span>
      <span
        aria-hidden
        className="relative h-full min-h-[26px] bg-[repeating-linear-gradient(90deg,var(--line)_0_1px,transparent_1px_24.9%)]"
      >
        <span
          className={classNames(
            'absolute inset-y-2 min-w-0.5 rounded-xs',
            colors[kind],
            kind === 'failed' ? 'forced-colors:bg-[Highlight]' : 'forced-colors:bg-[CanvasText]',
          )}
          style={{ left: `${(startMs / endMs) * 100}%`, width: `${(ms / endMs) * 100}%` }}
        />
      </span>
      <span className="text-right tabular-nums">{formatMs(ms)}</span>
      {note !== null && (
        <span className="col-span-3 pb-1.5 break-words text-muted">
          <InlineCode text={note} />
        </span>
      )}
    </li>
  )
}
