import { formatCost, formatCount, formatMs } from '#lib/client/format.ts'
import { readRunUsage } from '#components/playground/run/model/run-usage.ts'
import type { Run } from '#lib/client/run.ts'

/** One figure of an earlier run and of the one that repeated it, in words. */
export interface ReplayFigure {
  readonly label: string
  readonly earlier: string
  readonly now: string
}

/** What both took; a dash is unknown. */
export function toReplayFigures(earlier: Run, now: Run): readonly ReplayFigure[] {
  const [before, after] = [earlier, now].map(readRunUsage)
  const figure = (label: string, show: (run: Run, usage: typeof before) => string): ReplayFigure => ({
    label,
    earlier: show(earlier, before),
    now: show(now, after),
  })
  return [
    figure('Status', run => String(run.response?.status ?? '–')),
    // Of a run that failed the browser knows when it was told so: that is no content.
    figure('First content', run => formatMs(run.state === 'failed' ? null : run.timing.firstMs)),
    figure('Total', run => formatMs(run.timing.totalMs)),
    figure(
      'Tokens',
      (_, usage) =>
        `${formatCount(usage?.promptTokens ?? null)} → ${formatCount(usage?.completionTokens ?? null)}`,
    ),
    figure('Cost', (_, usage) => formatCost(usage?.costUsd ?? null, false)),
  ]
}
