'use client'

import { Button } from '#components/ui/button/button.tsx'
import { type AnswerRecord, chosenChoice } from '#components/chat/model/answer.ts'
import type { Column } from '#components/chat/model/chat-state.ts'
import { readPath, type Turn } from '#components/chat/model/conversation.ts'
import { readText } from '#components/chat/model/message-text.ts'
import { countRounds, toAnswerKey } from '#components/chat/model/draft/tool-answers.ts'
import { isBuiltInCall } from '#components/chat/model/tools/built-in-tools.ts'
import { roundsMax } from '#components/chat/model/tools/tool-runs.ts'
import { BuiltInCall } from './built-in-call.tsx'
import { useChatState, useChatStore, useRunning, useToolRuns } from '#components/chat/chat-context.ts'
import { Wrench } from 'lucide-react'
import { useId, useState } from 'react'
import { TurnActions } from '#components/chat/turn-actions.tsx'
import { TurnEditor } from '#components/chat/turn-editor.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { readJson } from '#lib/read-json.ts'
import type { ToolCall } from '#lib/contracts/api/chat-message.ts'

/**
 * The tool calls of an answer. The console runs those of built-in tools; the others are answered by hand or by a
 * saved mock.
 */
export function ToolCalls({
  turn,
  column,
  record,
}: {
  turn: Turn
  column: Column
  record: AnswerRecord | null
}) {
  const store = useChatStore()
  const { toolAnswers } = useChatState()
  const isRunning = useRunning(column.id)
  const rounds = useToolRuns().runs
  const written = turn.message.role === 'assistant' ? (turn.message.tool_calls ?? []) : []
  const calls = record ? chosenChoice(record).toolCalls : written
  if (calls.length === 0) return null
  const path = readPath(column.conversation)
  const later = path.slice(path.findIndex(({ id }) => id === turn.id) + 1)
  // Only what follows directly: some models give the calls of two rounds the same ids.
  const end = later.findIndex(({ message }) => message.role !== 'tool')
  const replies = end === -1 ? later : later.slice(0, end)
  const open = record?.state !== 'running' && later.length === 0
  const answers = calls.map((call, index) => ({
    callId: call.id,
    content: toolAnswers[toAnswerKey(turn.id, index)] ?? '',
  }))
  const missing = answers.filter(({ content }) => content === '').length
  const round = Math.max(1, countRounds(path, turn.id))
  const unrun = calls.filter(
    (call, index) => isBuiltInCall(column.params, call) && answers[index]?.content === '',
  ).length

  return (
    <div className="flex flex-col gap-3">
      {calls.map((call, index) => {
        const reply = replies.find(
          ({ message }) => message.role === 'tool' && message.tool_call_id === call.id,
        )
        if (isBuiltInCall(column.params, call))
          return (
            <BuiltInCall
              key={`${index}-${call.id}`}
              call={call}
              content={reply ? readText(reply.message) : answers[index]?.content || null}
              run={rounds.find(each => each.turnId === turn.id && each.index === index)?.run ?? null}
              excluded={reply?.muted === true}
              actions={reply && <TurnActions turn={reply} column={column} />}
            />
          )
        return (
          <ToolCallCard
            key={`${index}-${call.id}`}
            call={call}
            answerKey={toAnswerKey(turn.id, index)}
            reply={reply ?? null}
            column={column}
            open={open}
          />
        )
      })}
      {open && !isRunning && unrun > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="go" onClick={() => store.tools.start(column.id, turn.id)}>
            {unrun === 1 ? 'Run search' : `Run ${unrun} searches`}
          </Button>
          <span className="text-xs text-muted">
            {round > roundsMax
              ? `Stopped after ${roundsMax} rounds of tool calls · run it to continue with round ${round}`
              : `round ${round}`}
          </span>
        </div>
      )}
      {open && !isRunning && unrun === 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="go"
            disabled={missing > 0}
            focusableWhenDisabled
            onClick={() => store.sendToolAnswers(column.id, turn.id, answers)}
          >
            Continue
          </Button>
          <span className="text-xs text-muted">
            {missing > 0
              ? `${missing} of ${calls.length} ${calls.length === 1 ? 'call' : 'calls'} unanswered`
              : `sends ${calls.length === 1 ? 'the answer' : `${calls.length} answers`}`}
            {` · round ${round}`}
          </span>
        </div>
      )}
    </div>
  )
}

interface ToolCallCardProps {
  call: ToolCall
  /** Storage of the answer being entered. */
  answerKey: string
  /** The sent answer; null without one. */
  reply: Turn | null
  column: Column
  open: boolean
}

/** One tool call: the model's arguments and the answer. */
function ToolCallCard({ call, answerKey, reply, column, open }: ToolCallCardProps) {
  const store = useChatStore()
  const { mocks, toolAnswers } = useChatState()
  const { name } = call.function
  const mock = mocks[name] ?? ''
  const answered = reply ? readText(reply.message) : null
  const [edits, setEdits] = useState(false)
  const written = toolAnswers[answerKey] ?? ''
  const id = useId()
  const write = (text: string) =>
    store.update(state => ({ ...state, toolAnswers: { ...state.toolAnswers, [answerKey]: text } }))
  const note = answered === null ? null : answered === mock ? 'saved mock' : 'answered by hand'
  return (
    <div className="rounded-lg border border-line bg-card">
      <header className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-line px-2.5">
        <Wrench size={16} aria-hidden />
        <code>{name}</code>
        <span className="min-w-0 truncate text-xs text-muted">
          {[call.id, note, reply?.muted && 'excluded'].filter(Boolean).join(' · ')}
        </span>
        {reply && (
          <span className="ml-auto flex">
            <TurnActions turn={reply} column={column} onEdit={() => setEdits(true)} />
          </span>
        )}
      </header>
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-y-1.5 px-2.5 py-2">
        <dt className="text-xs leading-5 text-muted">arguments</dt>
        <dd>
          <code className="break-words whitespace-pre-wrap">{call.function.arguments || '(none)'}</code>
          {readJson(call.function.arguments) === undefined && call.function.arguments !== '' && (
            <p className="text-xs text-warn">The model’s arguments are invalid JSON.</p>
          )}
        </dd>
        {(answered !== null || open) && (
          <dt className="text-xs leading-5 text-muted">
            {answered === null ? <label htmlFor={id}>answer</label> : 'answer'}
          </dt>
        )}
        {answered !== null && (
          <dd>
            {edits && reply ? (
              <TurnEditor turn={reply} columnId={column.id} onClose={() => setEdits(false)} />
            ) : (
              <code className="break-words whitespace-pre-wrap">{answered}</code>
            )}
          </dd>
        )}
        {answered === null && open && (
          <dd className="flex flex-col gap-1.5">
            <TextArea
              id={id}
              aria-label={`Answer to ${name}`}
              spellCheck={false}
              rows={1}
              className="min-h-8 font-mono text-[0.78125rem]"
              placeholder='{"temperature":21}'
              value={written}
              onChange={event => write(event.target.value)}
            />
            {written !== '' && readJson(written) === undefined && (
              <p className="text-xs text-warn">Not JSON; sent as plain text</p>
            )}
            <span className="flex flex-wrap gap-2">
              {mock !== '' && written !== mock && <Button onClick={() => write(mock)}>Use saved mock</Button>}
              {written !== '' && written !== mock && (
                <Button
                  variant="plain"
                  onClick={() =>
                    store.update(state => ({ ...state, mocks: { ...state.mocks, [name]: written } }))
                  }
                >
                  Save as mock for {name}
                </Button>
              )}
            </span>
          </dd>
        )}
      </dl>
    </div>
  )
}
