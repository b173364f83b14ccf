'use client'

import type { Column } from './model/chat-state.ts'
import { readPath, type Turn } from './model/conversation.ts'
import { useModel } from '#components/playground/form/use-model.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { readSendable } from './model/draft/chat-body.ts'
import { readFigures, type Figures } from './model/run/figures.ts'
import { SystemRow } from './system-row.tsx'
import { TurnActions } from './turn-actions.tsx'
import { TurnEditor } from './turn-editor.tsx'
import { Waiting } from '#components/playground/run/waiting.tsx'
import { readWaitNote } from '#components/playground/run/model/run-wait.ts'
import { formatCharge, formatCount, formatMs, formatSpeed } from '#lib/client/format.ts'
import { useState, useSyncExternalStore, useEffect, useContext, lazy, Suspense } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { readContent, readText } from './model/message-text.ts'
import { ImageCard } from './image-card.tsx'
import { roleLabels } from './role-labels.ts'
import { ModelDownload } from '#components/playground/form/model-download.tsx'
import { type AnswerRecord, chosenChoice, readCutoff } from './model/answer.ts'
import { AnswerText } from '#components/playground/markdown/answer-text.tsx'
import { ToolCalls } from './tools/tool-calls.tsx'
import { useChatState, useChatStore, useRecord } from './chat-context.ts'
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
import { Summary } from '#components/ui/data/summary.tsx'

const FileCard = lazy(() => import('./files/file-card.tsx').then(module => ({ default: module.FileCard })))

/** The visible branch of a column, after its system prompt: every message once, edited in place. */
export function Transcript({ column, narrow = false }: { column: Column; narrow?: boolean }) {
  const { pending } = useChatState()
  const path = readPath(column.conversation)
  const sent = readSendable(column, pending)
  const offset = column.system === null ? 0 : 1
  return (
    <section
      // A column of a comparison is a region of its own.
      aria-label={narrow ? undefined : 'Messages'}
      className={
        narrow
          ? 'flex flex-col gap-5 px-4 py-4 max-sm:px-3'
          : 'mx-auto flex w-full max-w-[800px] flex-col gap-6 px-5 pt-4 pb-6 max-sm:px-4'
      }
    >
      <SystemRow column={column} />
      {/* Keyed by position: another branch reuses it, so the focus stays on the switch. */}
      {path.map(turn => {
        const index = sent.indexOf(turn)
        const shared = { turn, column, field: index === -1 ? null : `messages.${index + offset}` }
        const key = turn.parentId ?? 'first'
        if (isInCall(path, turn)) return null
        return turn.message.role === 'assistant' ? (
          <AnswerView key={key} {...shared} />
        ) : (
          <MessageView key={key} {...shared} />
        )
      })}
    </section>
  )
}

/** Whether the card of the call shows this answer to it. */
function isInCall(path: readonly Turn[], { id, message }: Turn): boolean {
  if (message.role !== 'tool') return false
  const before = path.slice(
    0,
    path.findIndex(turn => turn.id === id),
  )
  const last = before.findLast(turn => turn.message.role !== 'tool')?.message
  return (
    last?.role === 'assistant' && Boolean(last.tool_calls?.some(call => call.id === message.tool_call_id))
  )
}

interface TurnProps {
  turn: Turn
  column: Column
  /** Its path in the body; null while it is not sent. */
  field: string | null
}

const charactersMax = 600
const linesMax = 8

// Reserved also while hidden, so that nothing moves; always visible where nothing hovers.
const actionsClassName =
  'ml-auto flex shrink-0 items-center opacity-0 transition-opacity group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 coarse:opacity-100'

/** A message of the request that no model wrote; a long text is shortened. */
function MessageView({ turn, column, field }: TurnProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const [whole, setWhole] = useState(false)
  const { message, muted } = turn
  const { text, images, files } = readContent(message)
  const long = text.length > charactersMax || text.split('\n').length > linesMax
  return (
    <div
      data-field={field}
      tabIndex={-1}
      className={classNames('group/turn flex min-w-0 flex-col gap-1', muted && 'opacity-60')}
    >
      <header className="flex min-h-7 items-center gap-2">
        <span className="font-medium text-soft">{roleLabels[message.role]}</span>
        {message.role === 'tool' && <code className="truncate text-muted">{message.tool_call_id}</code>}
        {muted && <span className="text-xs text-muted">Excluded</span>}
        <BranchSwitcher column={column} turnId={turn.id} />
        <span className={actionsClassName}>
          <TurnActions turn={turn} column={column} onEdit={() => setEdited(turn.id)} />
        </span>
      </header>
      {edited === turn.id ? (
        <TurnEditor turn={turn} columnId={column.id} onClose={() => setEdited(null)} />
      ) : (
        text !== '' && (
          <p
            className={classNames(
              'text-base break-words whitespace-pre-wrap',
              long && !whole && 'line-clamp-6',
            )}
          >
            {text}
          </p>
        )
      )}
      {long && edited !== turn.id && (
        <Button
          variant="link"
          className="self-start text-xs"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show all'}
        </Button>
      )}
      {files.length > 0 && (
        <Suspense>
          <div className="flex flex-wrap items-start gap-2">
            {files.map((file, index) => (
              <FileCard key={index} file={file} />
            ))}
          </div>
        </Suspense>
      )}
      {images.map((image, index) => (
        <ImageCard key={index} image={image} />
      ))}
    </div>
  )
}

/** One answer: reasoning, tool calls, text and end state. */
function AnswerView({ turn, column, field }: TurnProps) {
  const store = useChatStore()
  const compared = useChatState().columns.length > 1
  const path = readPath(column.conversation)
  const record = useShownRecord(turn)
  const [raw, setRaw] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const text = record ? chosenChoice(record).content : readText(turn.message)
  const refusal = record ? chosenChoice(record).refusal : null
  const running = record?.state === 'running'
  const cutoff = record && readCutoff(record)
  const model = record && (record.answer.model ?? record.model)
  return (
    <article
      aria-label={record ? `Answer of ${model}` : 'Assistant'}
      aria-busy={running}
      data-result
      data-field={field}
      tabIndex={-1}
      className={classNames('group/turn flex min-w-0 flex-col gap-3', turn.muted && 'opacity-60')}
    >
      <header className="-mb-2 flex min-h-7 flex-wrap items-center gap-x-2">
        <span className="font-medium text-accent-text">Assistant</span>
        <span className="min-w-0 truncate text-muted">{model}</span>
        {record && model !== record.model && <span className="text-xs text-muted">for {record.model}</span>}
        {turn.muted && <span className="text-xs text-muted">Excluded</span>}
        {record?.state === 'stopped' && <span className="text-xs text-warn">Stopped</span>}
        {cutoff && <span className="text-xs text-warn">{cutoff}</span>}
        {!running && (
          <AnswerActions
            turn={turn}
            column={column}
            text={text}
            raw={raw}
            onRaw={setRaw}
            onEdit={() => setEdited(turn.id)}
          />
        )}
      </header>
      {record && record.answer.choices.length > 1 && (
        <ChoiceTabs column={column} turn={turn} record={record} />
      )}
      {record && <Reasoning record={record} />}
      {running && isSilent(record) && <AnswerWait turn={turn} record={record} />}
      {edited === turn.id ? (
        <TurnEditor turn={turn} columnId={column.id} onClose={() => setEdited(null)} />
      ) : (
        text !== '' && <AnswerText text={text} streaming={running} raw={raw} />
      )}
      {refusal && <p className="rounded-lg border border-warn px-3 py-2">Refused: {refusal}</p>}
      <ToolCalls turn={turn} column={column} record={record} />
      {record && !running && <AnswerCheck record={record} />}
      {record && <AnswerFailure turn={turn} column={column} record={record} />}
      {record && !running && (record.state !== 'done' || cutoff) && text !== '' && (
        <Button className="self-start" onClick={() => store.continueAnswer(column.id, turn.id)}>
          <StepForward size={14} aria-hidden /> Continue
        </Button>
      )}
      {/* The status line has the figures of the last answer. */}
      {record && (compared || path.at(-1)?.id !== turn.id) && <FiguresLine record={record} />}
    </article>
  )
}

function isSilent(record: AnswerRecord): boolean {
  const { content, reasoning, toolCalls } = chosenChoice(record)
  return content === '' && reasoning === '' && toolCalls.length === 0
}

/** The reason of the wait, and the offer of a model that is not downloaded. */
function AnswerWait({ turn, record }: { turn: Turn; record: AnswerRecord }) {
  const { runs } = useChatStore()
  const note = useSyncExternalStore(
    runs.subscribe,
    () => readWaitNote(runs.readTurn(turn.id)?.run.events ?? []),
    () => null,
  )
  return (
    <>
      <Waiting model={record.model} note={note} since={record.startedAt} />
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
      <Summary className="w-full px-3 py-1.5 text-muted">
        {tookMs === null ? 'Reasoning…' : `Reasoned for ${formatMs(tookMs)}`}
      </Summary>
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
    readCost(figures, model),
    record.answer.model !== null && record.answer.model !== record.model
      ? `answered by ${record.answer.model}`
      : null,
  ]
  return <p className="min-h-4 text-xs text-muted">{parts.filter(part => part !== null).join(' · ')}</p>
}

function readCost({ costUsd, costEstimated }: Figures, model: Model | undefined): string | null {
  if (costUsd !== null) return formatCharge(costUsd, costEstimated)
  return model?.pricing?.source === 'unpriced' ? 'No price' : null
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
  text: string
  raw: boolean
  onRaw: (raw: boolean) => void
  onEdit: () => void
}

/** Actions for an answer. None of them runs without a click. */
function AnswerActions({ turn, column, text, raw, onRaw, onEdit }: AnswerActionsProps) {
  const store = useChatStore()
  const last = readPath(column.conversation).at(-1)?.id === turn.id
  return (
    <>
      <span className="ml-auto" />
      <BranchSwitcher column={column} turnId={turn.id} />
      <span className={classNames(actionsClassName, 'ml-0', last && 'opacity-100')}>
        <IconButton
          label="Regenerate as a branch"
          className="size-7"
          onClick={() => store.runAfter(column.id, turn.parentId)}
        >
          <RefreshCw size={14} aria-hidden />
        </IconButton>
        {text !== '' && (
          <>
            <IconButton label="Copy answer" className="size-7" onClick={() => void copy(text, 'Answer')}>
              <Copy size={14} aria-hidden />
            </IconButton>
            <IconButton label="Raw text" className="size-7" aria-pressed={raw} onClick={() => onRaw(!raw)}>
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
        <TurnActions turn={turn} column={column} onEdit={onEdit} />
      </span>
    </>
  )
}

/** An answer split into texts: embeddings compare paragraphs. */
function toParagraphs(text: string): readonly { readonly text: string }[] {
  return text
    .split(/\n\s*\n/)
    .map(paragraph => ({ text: paragraph.trim() }))
    .filter(paragraph => paragraph.text !== '')
}
