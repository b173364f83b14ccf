'use client'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '#lib/client/models.ts'
import { readModelId } from '#lib/client/chat/chat-state.ts'
import { readPath } from '#lib/client/chat/conversation.ts'
import { readFigures, type Figures } from '#lib/client/chat/figures.ts'
import { formatCost, formatMs, formatSpeed } from '#lib/client/format.ts'
import { useChatState } from './chat-context.ts'
import { columnLabel } from './column-label.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { TimeBars } from './time-bars.tsx'

const rows: readonly {
  title: string
  read: (figures: Figures) => number | null
  show: (figures: Figures) => string
}[] = [
  { title: 'Time to first token', read: each => each.firstMs, show: each => formatMs(each.firstMs) },
  {
    title: 'Tokens per second',
    read: each => each.tokensPerSecond,
    show: each => `${each.tokensEstimated ? '≈ ' : ''}${formatSpeed(each.tokensPerSecond)}`,
  },
  { title: 'Total time', read: each => each.totalMs, show: each => formatMs(each.totalMs) },
  { title: 'Cost', read: each => each.costUsd, show: each => formatCost(each.costUsd, each.costEstimated) },
]

/** The figures of each column's last answer as bars, each figure on one scale for all columns. */
export function CompareBars() {
  const { columns } = useChatState()
  const models = useQuery(modelsQuery).data ?? []
  const bars = columns.map((column, index) => {
    const record = readPath(column.conversation).findLast(({ answer }) => answer)?.answer ?? null
    const price = models.find(({ id }) => id === readModelId(column))?.price ?? null
    return {
      id: column.id,
      label: columnLabel(column, index),
      record,
      figures: record && readFigures(record, price),
    }
  })
  return (
    <ScrollRegion label="Figures" className="scroll h-full">
      <div className="flex max-w-[84ch] flex-col gap-5 px-5 py-4">
        {rows.map(({ title, read, show }) => {
          const most = Math.max(0, ...bars.map(({ figures }) => (figures && read(figures)) ?? 0))
          return (
            <section key={title} aria-label={title}>
              <h3 className="mb-1 text-xs text-muted">{title}</h3>
              <ul className="flex flex-col gap-1">
                {bars.map(({ id, label, figures }) => {
                  const value = figures && read(figures)
                  return (
                    <li key={id} className="grid grid-cols-[minmax(6rem,12rem)_1fr_6rem] items-center gap-2">
                      <span className="truncate">{label}</span>
                      <span aria-hidden className="h-2 rounded-sm bg-sunken">
                        <span
                          className="block h-full rounded-sm bg-accent"
                          style={{ width: `${most === 0 ? 0 : ((value ?? 0) / most) * 100}%` }}
                        />
                      </span>
                      <span className="text-right">{figures ? show(figures) : '–'}</span>
                    </li>
                  )
                })}
              </ul>
            </section>
          )
        })}
        <TimeBars bars={bars} />
      </div>
    </ScrollRegion>
  )
}
