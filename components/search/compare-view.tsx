'use client'
import { useMemo } from 'react'
import { ScrollRegion } from '#components/chat/scroll-region.tsx'
import { formatCost, formatMs } from '#lib/client/format.ts'
import { readRunUsage } from '#lib/client/run-usage.ts'
import { commonSources } from '#lib/client/search/compare-turns.ts'
import { settingOf } from '#lib/client/search/second-setting.ts'
import { questionOf, type SearchTurn, sentBody } from '#lib/client/search/search-turn.ts'
import { CompareBars } from './compare-bars.tsx'
import { toSettingWords } from './setting-words.ts'
import { TurnView } from './turn-view.tsx'

/** The same question with two settings: both answers, what they have in common, and where the time went. */
export function CompareView({ turns }: { turns: readonly [SearchTurn, SearchTurn] }) {
  const [first, second] = turns
  const common = useMemo(() => commonSources(first, second), [first, second])
  const labels = turns.map(turn => toSettingWords(settingOf(sentBody(turn.run))))
  const done = turns.every(({ run }) => run.state !== 'running')
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-base font-semibold break-words">{questionOf(first)}</h3>
      <ScrollRegion label="Two answers" className="overflow-x-auto">
        <div className="grid gap-5 @3xl:grid-cols-2">
          {turns.map((turn, place) => (
            <div key={place} className="@container min-w-0">
              <TurnView turn={turn} common={common} label={`${place + 1} · ${labels[place] ?? ''}`} />
              <p className="mt-2 text-xs text-muted">
                {formatMs(turn.run.timing.totalMs)} · {formatCost(readRunUsage(turn.run).costUsd, false)} ·{' '}
                {turn.found.sources?.length ?? 0} sources
              </p>
            </div>
          ))}
        </div>
      </ScrollRegion>
      {done && (
        <p className="text-muted">
          {common.size === 0
            ? 'No source in common.'
            : common.size === 1
              ? 'One source in common.'
              : `${common.size} sources in common.`}
        </p>
      )}
      <CompareBars turns={turns} labels={labels} />
    </div>
  )
}
