'use client'

import { type ReactNode, useEffect, useRef, useMemo, useState } from 'react'
import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { formerTurns, type FormerTurn } from './model/search-state.ts'
import { useSearch, useSearchStore } from './search-context.ts'
import { TurnView } from './turn-view.tsx'
import { formatCharge, formatCountOf, formatMs } from '#lib/client/format.ts'
import { readRunUsage } from '#components/playground/run/model/run-usage.ts'
import { commonSources, stepTimes } from './model/compare-turns.ts'
import { settingOf } from './model/second-setting.ts'
import { questionOf, type SearchTurn, sentBody } from './model/search-turn.ts'
import { formatSetting } from './format-setting.ts'
import { stepLabel } from './model/step-labels.ts'
import { Pencil } from 'lucide-react'
import { AnswerText } from '#components/playground/markdown/answer-text.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { classNames } from '#components/ui/class-names.ts'

/** The results: the earlier questions, then the current one in full. */
export function SearchResult() {
  const state = useSearch()
  const { turn, other } = state
  const former = formerTurns(state)
  const last = useRef<HTMLDivElement>(null)
  const runId = turn?.run.id
  const follows = former.length > 0
  // A follow-up is scrolled to the top; its answer then grows without moving.
  useEffect(() => {
    if (runId !== undefined && follows) last.current?.scrollIntoView({ block: 'start' })
  }, [runId, follows])
  if (turn === null) return null
  return (
    <>
      <h2 className="sr-only">Answer</h2>
      <ScrollRegion label="Answers" className="scroll h-full -outline-offset-2">
        <div
          className={classNames(
            '@container flex flex-col gap-5 px-5 py-4.5 max-sm:px-3',
            // The measure of the composer below.
            other === null && 'mx-auto w-full max-w-[800px]',
          )}
        >
          {former.map((each, index) => (
            <div key={index} className="border-b border-line pb-4">
              <EditableTurn question={each.question} index={index}>
                {each.turn === null ? <StoredAnswer former={each} /> : <TurnView turn={each.turn} />}
              </EditableTurn>
            </div>
          ))}
          <div ref={last} className={follows ? 'min-h-[85dvh] scroll-mt-4' : undefined}>
            {other === null ? (
              <EditableTurn
                question={questionOf(turn)}
                index={former.length}
                editable={turn.run.state !== 'running'}
              >
                <TurnView key={runId} turn={turn} last />
              </EditableTurn>
            ) : (
              <CompareView key={runId} turns={[turn, other]} />
            )}
          </div>
        </div>
      </ScrollRegion>
    </>
  )
}

/** The same question with two settings: both answers, common sources, and the time per step. */
function CompareView({ turns }: { turns: readonly [SearchTurn, SearchTurn] }) {
  const [first, second] = turns
  const common = useMemo(() => commonSources(first, second), [first, second])
  const labels = turns.map(turn => formatSetting(settingOf(sentBody(turn.run))))
  const done = turns.every(({ run }) => run.state !== 'running')
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-base font-semibold break-words">{questionOf(first)}</h3>
      <ScrollRegion label="Two answers" className="overflow-x-auto">
        <div className="grid gap-5 @3xl:grid-cols-2">
          {turns.map((turn, index) => (
            <div key={index} className="@container min-w-0">
              <TurnView turn={turn} common={common} label={`${index + 1} · ${labels[index] ?? ''}`} />
              <p className="mt-2 text-xs text-muted">
                {formatMs(turn.run.timing.totalMs)} · {formatCharge(readRunUsage(turn.run).costUsd, false)} ·{' '}
                {formatCountOf(turn.found.sources?.length ?? 0, 'source')}
              </p>
            </div>
          ))}
        </div>
      </ScrollRegion>
      {done && (
        <p className="text-muted">
          {common.size === 0 ? 'No sources' : formatCountOf(common.size, 'source')} in common.
        </p>
      )}
      <CompareBars turns={turns} labels={labels} />
    </div>
  )
}

/** Duration of each step in either answer, as bars on one scale. */
function CompareBars({ turns, labels }: { turns: readonly SearchTurn[]; labels: readonly string[] }) {
  const rows = stepTimes(turns)
  if (rows.length === 0) return null
  const most = Math.max(1, ...rows.flatMap(({ ms }) => ms.map(each => each ?? 0)))
  return (
    <table className="w-full max-w-[84ch] border-collapse text-xs">
      <caption className="pb-1 text-left text-muted">Time per step</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Step</th>
          {labels.map((label, index) => (
            <th key={index} scope="col">
              {index + 1} · {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, ms }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="w-32 py-1 pr-3 text-left align-top font-normal">
              {stepLabel(name)}
            </th>
            {ms.map((each, index) => (
              <td key={index} aria-label={formatMs(each)} className="py-1 pr-3 align-top">
                <span className="flex items-center gap-2">
                  <span aria-hidden className="h-2 flex-1 rounded-sm bg-sunken">
                    <span
                      className="block h-full rounded-sm bg-accent"
                      style={{ width: `${((each ?? 0) / most) * 100}%` }}
                    />
                  </span>
                  <span className="w-16 text-right tabular-nums">{formatMs(each)}</span>
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A question with its answer; editing it restarts the conversation from there. */
function EditableTurn({
  question,
  index,
  editable = true,
  children,
}: {
  question: string
  index: number
  editable?: boolean
  children: ReactNode
}) {
  const [editing, setEditing] = useState(false)
  if (editing) return <TurnEditor question={question} index={index} onClose={() => setEditing(false)} />
  return (
    <div className="relative">
      {children}
      {editable && (
        <IconButton
          label={`Edit question ${index + 1}`}
          className="absolute top-0 right-0 size-7"
          onClick={() => setEditing(true)}
        >
          <Pencil size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** An earlier answer that this page has only as text. */
function StoredAnswer({ former: { question, answer } }: { former: FormerTurn }) {
  return (
    <article aria-label={`Answer to ${question}`} className="flex max-w-[84ch] flex-col gap-2">
      <h3 className="text-base font-semibold break-words">{question}</h3>
      <AnswerText text={answer} streaming={false} raw={false} />
    </article>
  )
}

function TurnEditor({
  question: before,
  index,
  onClose,
}: {
  question: string
  index: number
  onClose: () => void
}) {
  const store = useSearchStore()
  const [text, setText] = useState(before)
  const question = text.trim()
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (question === '') return
        onClose()
        store.editTurn(index, question)
      }}
    >
      <TextArea
        // The field replaces the button that the user clicked.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus
        aria-label={`Question ${index + 1}`}
        maxLength={4000}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="go" disabled={question === ''}>
          Run from here
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      <p className="text-xs text-muted">Later questions are removed here; they stay in the history.</p>
    </form>
  )
}
