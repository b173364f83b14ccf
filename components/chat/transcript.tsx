'use client'

import { type Column, readModelId } from './model/chat-state.ts'
import { readPath, type Turn } from './model/conversation.ts'
import { useModel } from '#components/playground/form/use-model.ts'
import { isSendable } from './model/draft/chat-body.ts'
import { estimateMessage } from './model/draft/estimate-message.ts'
import { readFigures, sumFigures } from './model/run/figures.ts'
import { formatCost, formatCount, formatMs, formatSpeed } from '#lib/client/format.ts'
import { useState, useSyncExternalStore, useEffect, useContext } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { readImages, readText } from './model/message-text.ts'
import { ImageCard } from './image-card.tsx'
import { roleLabels } from './role-labels.ts'
import { ModelDownload } from '#components/playground/form/model-download.tsx'
import { type AnswerRecord, chosenChoice } from './model/answer.ts'
import { AnswerText } from '#components/playground/markdown/answer-text.tsx'
import { ToolCalls } from './tools/tool-calls.tsx'
import { useChatStore, useRecord } from './chat-context.ts'
import { readReasoningMs } from './model/run/phases.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { chooseAnswer } from './model/run/settle-run.ts'
import type { AnswerCheck as Check } from './model/draft/check-answer.ts'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { GoToFieldContext } from '#components/playground/form/go-to-field-context.ts'
import { pageLeft } from '#lib/client/page-left.ts'
import type { Run } from '#lib/client/run.ts'
import { Code, Copy, RefreshCw, StepForward } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { SendToMenu } from '#components/playground/handoff/send-to-menu.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { BranchSwitcher } from './branch-switcher.tsx'

/** The visible branch of a column. Tool messages are shown in the card of the call they answer. */
export function Transcript({ column, narrow = false }: { column: Column; narrow?: boolean }) {
  const path = readPath(column.conversation)
  return (
    <div
      className={
        narrow ? 'flex flex-col gap-4 px-3 py-4' : 'flex max-w-[84ch] flex-col gap-4 px-5 py-4.5 max-sm:px-3'
      }
    >
      {/* Keyed by index: another branch reuses it, so the focus stays on the switch. */}
      {path.map(turn => {
        switch (turn.message.role) {
          case 'assistant':
            return <AnswerView key={turn.parentId ?? 'first'} turn={turn} column={column} />
          case 'tool':
            return null
          case 'user':
          case 'system':
          case 'developer':
          case 'function':
            return <QuestionView key={turn.parentId ?? 'first'} turn={turn} />
        }
      })}
      <ConversationSums column={column} path={path} />
    </div>
  )
}

/** Sums over the visible answers, and the estimated size of the next request. */
function ConversationSums({ column, path }: { column: Column; path: readonly Turn[] }) {
  const price = useModel(readModelId(column))?.price ?? null
  const records = path.flatMap(({ answer }) => (answer && answer.state !== 'running' ? [answer] : []))
  if (records.length === 0) return null
  const sums = sumFigures(records.map(record => readFigures(record, price)))
  const system = column.system === null ? 0 : estimateMessage({ role: 'system', content: column.system })
  const next = path.filter(isSendable).reduce((sum, { message }) => sum + estimateMessage(message), system)
  const cost = price && (next * price.input) / 1_000_000
  return (
    <p className="border-t border-line pt-2 text-xs text-muted">
      {[
        records.length > 1 && `${records.length} answers`,
        records.length > 1 && `${formatMs(sums.totalMs)} total`,
        records.length > 1 &&
          `${sums.tokensEstimated ? '≈ ' : ''}${formatCount(sums.promptTokens)} → ${formatCount(sums.completionTokens)} tokens`,
        records.length > 1 && sums.costUsd !== null && formatCost(sums.costUsd, sums.costEstimated),
        `Next request ≈ ${formatCount(next)} tokens${cost === null ? '' : `, ${formatCost(cost, true)}`}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

const charactersMax = 600
const linesMax = 8

/** A question above its answer; a long text is shortened. */
function QuestionView({ turn }: { turn: Turn }) {
  const [whole, setWhole] = useState(false)
  const text = readText(turn.message)
  const long = text.length > charactersMax || text.split('\n').length > linesMax
  return (
    <div
      className={classNames(
        'flex flex-col gap-1.5 rounded-md bg-sunken px-3 py-2',
        turn.muted && 'opacity-70',
      )}
    >
      {turn.message.role !== 'user' && <p className="text-xs text-muted">{roleLabels[turn.message.role]}</p>}
      {turn.muted && <p className="text-xs text-muted">Muted: not sent</p>}
      {text !== '' && (
        <p
          className={classNames(
            'text-base break-words whitespace-pre-wrap',
            long && !whole && 'line-clamp-4',
          )}
        >
          {text}
        </p>
      )}
      {long && (
        <Button
          variant="link"
          className="self-start text-xs"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show all'}
        </Button>
      )}
      {readImages(turn.message).map((image, index) => (
        <ImageCard key={index} image={image} />
      ))}
    </div>
  )
}

/** One answer: reasoning, tool calls, text, end state and figures. */
function AnswerView({ turn, column }: { turn: Turn; column: Column }) {
  const record = useShownRecord(turn)
  const [raw, setRaw] = useState(false)
  const text = record ? chosenChoice(record).content : readText(turn.message)
  const refusal = record ? chosenChoice(record).refusal : null
  const running = record?.state === 'running'
  return (
    <article
      aria-label={record ? `Answer of ${record.answer.model ?? record.model}` : 'Assistant'}
      aria-busy={running}
      data-result
      tabIndex={-1}
      className={classNames('flex min-w-0 flex-col gap-3', turn.muted && 'opacity-70')}
    >
      {record && record.answer.choices.length > 1 && (
        <ChoiceTabs column={column} turn={turn} record={record} />
      )}
      {record && <Reasoning record={record} />}
      {running && isSilent(record) && <Waiting record={record} />}
      {text !== '' && <AnswerText text={text} streaming={running} raw={raw} />}
      {refusal && <p className="rounded-md border border-warn px-3 py-2">Refused: {refusal}</p>}
      <ToolCalls turn={turn} column={column} record={record} />
      {record && !running && <AnswerCheck record={record} />}
      {record && <AnswerFailure turn={turn} column={column} record={record} />}
      <footer className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        {/* Rendered first, so that they keep their position when the answer ends and its actions appear. */}
        {record && <FiguresLine record={record} />}
        <AnswerActions turn={turn} column={column} record={record} text={text} raw={raw} onRaw={setRaw} />
      </footer>
    </article>
  )
}

function isSilent(record: AnswerRecord): boolean {
  const { content, reasoning, toolCalls } = chosenChoice(record)
  return content === '' && reasoning === '' && toolCalls.length === 0
}

function Waiting({ record }: { record: AnswerRecord }) {
  return (
    <>
      <p className="text-muted">Waiting for {record.model || 'the model'} …</p>
      <ModelDownload model={record.model} />
    </>
  )
}

/** The answer as Result shows it: the current state or, during a replay, the state at that event. */
function useShownRecord(turn: Turn): AnswerRecord | null {
  const { runs } = useChatStore()
  const record = useRecord(turn)
  const replayed = useSyncExternalStore(
    runs.subscribe,
    () => runs.readReplay(turn.id),
    () => null,
  )
  return replayed ?? record
}

/** The model's reasoning, collapsed, with its duration. */
function Reasoning({ record }: { record: AnswerRecord }) {
  const { reasoning } = chosenChoice(record)
  if (reasoning === '') return null
  const tookMs = readReasoningMs(record)
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-1.5 text-muted">
        {tookMs === null ? 'Reasoning…' : `Reasoned for ${formatMs(tookMs)}`}
      </summary>
      <p className="border-t border-line px-3 py-2 break-words whitespace-pre-wrap text-muted">{reasoning}</p>
    </details>
  )
}

/** Figures of an answer. A dash is unknown, ≈ an estimate. */
function FiguresLine({ record }: { record: AnswerRecord }) {
  const model = useModel(record.answer.model ?? record.model)
  const figures = readFigures(record, model?.price ?? null)
  const about = figures.tokensEstimated ? '≈ ' : ''
  const parts = [
    `TTFT ${formatMs(figures.firstMs)}`,
    `total ${formatMs(figures.totalMs)}`,
    `${about}${formatCount(figures.promptTokens)} → ${formatCount(figures.completionTokens)} tokens`,
    figures.cachedTokens ? `${formatCount(figures.cachedTokens)} cached` : null,
    figures.tokensPerSecond === null ? null : `${about}${formatSpeed(figures.tokensPerSecond)}`,
    figures.costUsd === null ? null : formatCost(figures.costUsd, figures.costEstimated),
    record.answer.model !== null && record.answer.model !== record.model
      ? `answered by ${record.answer.model}`
      : null,
  ]
  return <p className="min-h-4 text-xs text-muted">{parts.filter(part => part !== null).join(' · ')}</p>
}

/** Selects one of the `n` choices; the conversation continues with it. */
function ChoiceTabs({ column, turn, record }: { column: Column; turn: Turn; record: AnswerRecord }) {
  const store = useChatStore()
  const choices = record.answer.choices.map((_, index) => ({
    value: String(index),
    label: `Choice ${index + 1}`,
  }))
  const choose = (value: string) => {
    if (record.state !== 'running')
      store.update(state => chooseAnswer(state, column.id, turn.id, Number(value)))
  }
  const shared = { label: 'Choices', choices, value: String(record.chosen), onChange: choose }
  return choices.length <= 4 ? (
    <Segmented {...shared} className="self-start" />
  ) : (
    <Select {...shared} className="w-40" />
  )
}

/** Whether a structured answer matches the requested schema, and where it does not. */
function AnswerCheck({ record }: { record: AnswerRecord }) {
  const { schema } = record
  const text = chosenChoice(record).content
  const [checked, setChecked] = useState<{ text: string; check: Check } | null>(null)
  const key = schema ? JSON.stringify(schema) : null
  useEffect(() => {
    if (key === null || text === '') return
    let wanted = true
    void import('./model/draft/check-answer.ts').then(({ checkAnswer }) => {
      if (wanted) setChecked({ text, check: checkAnswer(text, JSON.parse(key) as Record<string, unknown>) })
    })
    return () => {
      wanted = false
    }
  }, [key, text])
  if (key === null || text === '' || checked?.text !== text) return null
  return <CheckResult check={checked.check} />
}

function CheckResult({ check }: { check: Check }) {
  switch (check.status) {
    case 'fits':
      return <p className="text-xs text-ok">Matches the schema</p>
    case 'not-json':
      return <p className="text-xs text-bad">Invalid JSON; schema not checked</p>
    case 'unreadable-schema':
      return <p className="text-xs text-warn">Could not check the schema: {check.message}</p>
    case 'fails':
      return (
        <ul className="text-xs text-bad" aria-label="Schema violations">
          {check.failures.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path || '(whole answer)'}</code> {message}
            </li>
          ))}
        </ul>
      )
  }
}

/** Reason for an incomplete answer, below its text. */
function AnswerFailure({ turn, column, record }: { turn: Turn; column: Column; record: AnswerRecord }) {
  const store = useChatStore()
  const goToField = useContext(GoToFieldContext)
  if (record.state !== 'failed' && record.state !== 'interrupted') return null
  return (
    <>
      <ErrorCard
        run={toRun(turn.id, record)}
        onRetry={() => store.runAfter(column.id, turn.parentId)}
        onGoToField={goToField}
      />
      <ModelDownload model={record.model} />
    </>
  )
}

/** The data of a run that the card needs, from the stored answer: a reload drops the rest. */
function toRun(id: string, record: AnswerRecord): Run {
  const { state, failure, requestId, startedAt, firstMs, totalMs } = record
  const status = failure?.kind === 'api' ? failure.status : 200
  return {
    id,
    state,
    request: { method: 'POST', path: '', body: '' },
    response: { status, headers: requestId === null ? {} : { 'x-request-id': requestId }, body: null },
    events: [],
    timing: { startedAt, firstMs, totalMs },
    failure: failure ?? pageLeft,
  }
}

interface AnswerActionsProps {
  turn: Turn
  column: Column
  record: AnswerRecord | null
  text: string
  raw: boolean
  onRaw: (raw: boolean) => void
}

/** Actions for an answer. None of them runs without a click. */
function AnswerActions({ turn, column, record, text, raw, onRaw }: AnswerActionsProps) {
  const store = useChatStore()
  const last = readPath(column.conversation).at(-1)?.id === turn.id
  if (record?.state === 'running') return null
  return (
    <div className="-ml-1.5 flex items-center">
      <BranchSwitcher column={column} turnId={turn.id} />
      <IconButton label="Regenerate as a branch" onClick={() => store.runAfter(column.id, turn.parentId)}>
        <RefreshCw size={14} aria-hidden />
      </IconButton>
      {text !== '' && (
        <>
          <IconButton label="Copy answer" onClick={() => void copy(text, 'Answer')}>
            <Copy size={14} aria-hidden />
          </IconButton>
          <IconButton label="Raw text" aria-pressed={raw} onClick={() => onRaw(!raw)}>
            <Code size={14} aria-hidden />
          </IconButton>
          <SendToMenu
            from="chat"
            kind="answer"
            label="Send answer to"
            compact
            inPalette={last}
            content={() => ({
              items: toParagraphs(text),
              query: null,
              runId: store.runs.readTurn(turn.id)?.run.id ?? null,
            })}
          />
        </>
      )}
      {record?.state === 'stopped' && <span className="px-1.5 text-xs text-warn">Stopped</span>}
      {record !== null && record.state !== 'done' && text !== '' && (
        <Button variant="plain" onClick={() => store.continueAnswer(column.id, turn.id)}>
          <StepForward size={14} aria-hidden /> Continue
        </Button>
      )}
    </div>
  )
}

/** An answer split into texts: embeddings compare paragraphs. */
function toParagraphs(text: string): readonly { readonly text: string }[] {
  return text
    .split(/\n\s*\n/)
    .map(paragraph => ({ text: paragraph.trim() }))
    .filter(paragraph => paragraph.text !== '')
}
