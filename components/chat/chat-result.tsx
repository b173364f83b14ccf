'use client'

import { useChatSession, useChatState, useChatStore, useRunning } from './chat-context.ts'
import { Transcript } from './transcript.tsx'
import { useState, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import {
  readActive,
  addColumn,
  columnsMax,
  continueColumn,
  removeColumn,
  type Column,
  readModelId,
  updateColumn,
} from './model/chat-state.ts'
import { ColumnTabs, columnLabel } from './column-tabs.tsx'
import { CopyPlus, MessageSquareReply, SlidersHorizontal, Square, X, ArrowDown } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { useContract } from '#components/playground/layout/playground-context.ts'
import { newId } from '#lib/client/new-id.ts'
import { WordDiff } from '#components/playground/run/word-diff.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { followsEnd } from './model/follow-end.ts'
import { readPath } from './model/conversation.ts'
import { readSaid } from './model/message-text.ts'
import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '#lib/client/models.ts'
import { readFigures, type Figures } from './model/run/figures.ts'
import { formatCharge, formatMs, formatSpeed } from '#lib/client/format.ts'
import type { AnswerRecord } from './model/answer.ts'
import { readPhases, type PhaseName } from './model/run/phases.ts'
import { Button } from '#components/ui/button/button.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'

/** The result: one conversation, or the columns of a comparison side by side. */
export function ChatResult() {
  const { columns } = useChatState()
  const [only] = columns
  return (
    <div className="relative h-full">
      <h2 className="sr-only">Answers</h2>
      {columns.length > 1 ? <Compare /> : <StickToEnd>{only && <Transcript column={only} />}</StickToEnd>}
    </div>
  )
}

const views = [
  { value: 'answers', label: 'Answers' },
  { value: 'metrics', label: 'Metrics' },
  { value: 'diff', label: 'Differences' },
]

/** Two to four columns: their answers, their figures on a common scale, and a word diff of two of them. */
function Compare() {
  const state = useChatState()
  const [view, setView] = useState('answers')
  const active = readActive(state)
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-1.5">
        <Segmented label="Comparison view" choices={views} value={view} onChange={setView} />
      </div>
      <div className="border-b border-line px-3 py-1.5 sm:hidden">
        <ColumnTabs />
      </div>
      <div className="min-h-0 flex-1">
        {view === 'metrics' && <CompareBars />}
        {view === 'diff' && <CompareDiff />}
        {view === 'answers' && (
          <StickToEnd>
            <div className="grid auto-cols-[minmax(260px,1fr)] grid-flow-col max-sm:grid-flow-row max-sm:auto-cols-auto">
              {state.columns.map((column, index) => (
                <section
                  key={column.id}
                  aria-label={`Column ${index + 1}`}
                  className={classNames(
                    'min-w-0 border-line not-first:border-l max-sm:not-first:border-l-0',
                    column !== active && 'max-sm:hidden',
                  )}
                >
                  <ColumnHeader column={column} index={index} active={column === active} />
                  <Transcript column={column} narrow />
                </section>
              ))}
            </div>
          </StickToEnd>
        )}
      </div>
    </div>
  )
}

/** Column header: selects, stops, copies and removes the column. */
function ColumnHeader({ column, index, active }: { column: Column; index: number; active: boolean }) {
  const store = useChatStore()
  const full = useChatState().columns.length === columnsMax
  const running = useRunning(column.id)
  const contract = useContract()
  const session = useChatSession()
  const continueAlone = () => {
    const undo = session.replace(continueColumn(store.read(), column.id))
    showToast(`Continuing with ${columnLabel(column, index)}`, {
      description: 'The comparison is in the history.',
      action: { label: 'Undo', onSelect: undo },
    })
  }
  const activate = () => store.update(state => ({ ...state, activeId: column.id }))
  return (
    <header className="sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-canvas px-3 py-1.5">
      <div className="min-w-0 flex-1">
        <ModelPicker
          contract={contract}
          label={`Model of column ${index + 1}`}
          value={readModelId(column)}
          onChange={id =>
            store.update(state =>
              updateColumn(state, column.id, each => ({ ...each, params: { ...each.params, model: id } })),
            )
          }
        />
      </div>
      <IconButton label={`Edit column ${index + 1}`} aria-pressed={active} onClick={activate}>
        <SlidersHorizontal size={16} aria-hidden />
      </IconButton>
      {running && (
        <IconButton label={`Stop column ${index + 1}`} onClick={() => store.runs.stop(column.id)}>
          <Square size={14} aria-hidden />
        </IconButton>
      )}
      {!running && column.conversation.chosen[''] !== undefined && (
        <IconButton label={`Continue from here with column ${index + 1} alone`} onClick={continueAlone}>
          <MessageSquareReply size={14} aria-hidden />
        </IconButton>
      )}
      {!running && !full && (
        <IconButton
          label={`Copy column ${index + 1}`}
          onClick={() => store.update(state => addColumn({ ...state, activeId: column.id }, newId()))}
        >
          <CopyPlus size={14} aria-hidden />
        </IconButton>
      )}
      {!running && (
        <IconButton
          label={`Remove column ${index + 1}`}
          onClick={() => store.update(state => removeColumn(state, column.id))}
        >
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </header>
  )
}

/** Word diff of the last answers of two columns. */
function CompareDiff() {
  const { columns } = useChatState()
  const [chosen, setChosen] = useState<{ left?: string; right?: string }>({})
  const left = columns.find(({ id }) => id === chosen.left) ?? columns[0]
  const right = columns.find(({ id }) => id === chosen.right) ?? columns.find(column => column !== left)
  const choices = columns.map((column, index) => ({ value: column.id, label: columnLabel(column, index) }))
  const textOf = (column: typeof left) => {
    const answer =
      column && readPath(column.conversation).findLast(({ message }) => message.role === 'assistant')
    return answer ? readSaid(answer.message) : ''
  }
  return (
    <ScrollRegion label="Differences" className="scroll h-full">
      <div className="flex max-w-[84ch] flex-col gap-3 px-5 py-4">
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="First column"
            className="w-56"
            choices={choices}
            value={left?.id ?? null}
            onChange={id => setChosen({ ...chosen, left: id })}
          />
          <span className="text-muted">versus</span>
          <Select
            label="Second column"
            className="w-56"
            choices={choices}
            value={right?.id ?? null}
            onChange={id => setChosen({ ...chosen, right: id })}
          />
        </div>
        <p className="text-base break-words whitespace-pre-wrap">
          <WordDiff
            before={textOf(left)}
            after={textOf(right)}
            whenEmpty="Neither column has an answer yet"
            whenSame="No differences"
          />
        </p>
      </div>
    </ScrollRegion>
  )
}

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
  { title: 'Duration', read: each => each.totalMs, show: each => formatMs(each.totalMs) },
  { title: 'Cost', read: each => each.costUsd, show: each => formatCharge(each.costUsd, each.costEstimated) },
]

/** Bar charts of the figures of each column's last answer, one scale per figure. */
function CompareBars() {
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
    <ScrollRegion label="Metrics" className="scroll h-full">
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

const names: Readonly<Record<PhaseName, string>> = {
  waiting: 'waiting',
  loading: 'model load',
  reasoning: 'reasoning',
  content: 'content',
}
const colors: Readonly<Record<PhaseName, string>> = {
  waiting: 'bg-line',
  loading: 'bg-warn',
  reasoning: 'bg-control',
  content: 'bg-accent',
}

/** Time breakdown of each column, on one axis. */
function TimeBars({ bars }: { bars: readonly { id: string; label: string; record: AnswerRecord | null }[] }) {
  const runs = bars.map(bar => ({ ...bar, phases: bar.record ? readPhases(bar.record) : [] }))
  const most = Math.max(1, ...runs.map(({ phases }) => phases.reduce((sum, { ms }) => sum + ms, 0)))
  return (
    <section aria-label="Time breakdown">
      <h3 className="mb-1 text-xs text-muted">Time breakdown</h3>
      <ul className="flex flex-col gap-1.5">
        {runs.map(({ id, label, phases }) => (
          <li key={id} className="grid grid-cols-[minmax(6rem,12rem)_1fr] gap-x-2">
            <span className="truncate">{label}</span>
            <span aria-hidden className="mt-1.5 flex h-2 gap-px rounded-sm">
              {phases.map(({ name, ms }) => (
                <span
                  key={name}
                  className={classNames('h-full first:rounded-l-sm last:rounded-r-sm', colors[name])}
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

/** Follows the stream until the user scrolls up; then offers to return to the end. */
function StickToEnd({ children }: { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  const lastTop = useRef(0)
  const [scrolledUp, setScrolledUp] = useState(false)

  const goToEnd = (element: HTMLElement) => {
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
  }

  useEffect(() => {
    const element = scroller.current
    if (!element || !content.current) return
    const observer = new ResizeObserver(() => {
      if (sticks.current) goToEnd(element)
    })
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  const jump = () => {
    const element = scroller.current
    if (!element) return
    sticks.current = true
    setScrolledUp(false)
    goToEnd(element)
    element.focus()
  }

  return (
    <div className="relative h-full">
      <ScrollRegion
        ref={scroller}
        label="Answers"
        className="scroll h-full -outline-offset-2"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          const before = { follows: sticks.current, top: lastTop.current }
          sticks.current = followsEnd(before, {
            top: scrollTop,
            rest: scrollHeight - scrollTop - clientHeight,
          })
          lastTop.current = scrollTop
          setScrolledUp(!sticks.current)
        }}
      >
        <div ref={content}>{children}</div>
      </ScrollRegion>
      {scrolledUp && (
        <Button className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-none" onClick={jump}>
          <ArrowDown size={16} aria-hidden /> Jump to latest
        </Button>
      )}
    </div>
  )
}
