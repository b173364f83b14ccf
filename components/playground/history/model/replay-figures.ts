import { formatCharge, formatCount, formatMs } from '#lib/client/format.ts'
import { readRunUsage } from '#components/playground/run/model/run-usage.ts'
import type { Run } from '#lib/client/run.ts'

/** One metric of an original run and its replay, formatted. */
export interface ReplayFigure {
  readonly label: string
  readonly earlier: string
  readonly now: string
}

/** The metrics of both runs; a dash means unknown. */
export function toReplayFigures(earlier: Run, now: Run): readonly ReplayFigure[] {
  const [before, after] = [earlier, now].map(readRunUsage)
  const figure = (label: string, show: (run: Run, usage: typeof before) => string): ReplayFigure => ({
    label,
    earlier: show(earlier, before),
    now: show(now, after),
  })
  return [
    figure('Status', run => String(run.response?.status ?? '–')),
    // A failed run has no content; its first byte is the error.
    figure('Time to first token', run => formatMs(run.state === 'failed' ? null : run.timing.firstMs)),
    figure('Duration', run => formatMs(run.timing.totalMs)),
    figure(
      'Tokens',
      (_, usage) =>
        `${formatCount(usage?.promptTokens ?? null)} → ${formatCount(usage?.completionTokens ?? null)}`,
    ),
    figure('Cost', (_, usage) => formatCharge(usage?.costUsd ?? null, false)),
  ]
}
