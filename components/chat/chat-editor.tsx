'use client'

import { ColumnTabs } from './column-tabs.tsx'
import { Composer } from './composer.tsx'
import { OutputEditor } from './output-editor.tsx'
import { ToolsEditor } from './tools/tools-editor.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { readChatVariables, readSendable, isSendable } from './model/draft/chat-body.ts'
import { useChatState, useChatStore, useRecord } from './chat-context.ts'
import { useState, useEffect, useRef } from 'react'
import { readActive, readModelId, type Column, updateColumn } from './model/chat-state.ts'
import { readPath, type Turn } from './model/conversation.ts'
import { estimateMessage } from './model/draft/estimate-message.ts'
import { formatCount, formatShare } from '#lib/client/format.ts'
import { toUserMessage, readImages, readText, replaceText } from './model/message-text.ts'
import { useModel } from '#components/playground/form/use-model.ts'
import { Pencil, Trash2, Volume2, VolumeX } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { deleteTurn, editTurn } from './model/edit-turn.ts'
import { muteTurn } from './model/mute-turn.ts'
import { BranchSwitcher } from './branch-switcher.tsx'
import { ImageCard } from './image-card.tsx'
import { roleLabels } from './role-labels.ts'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { Field } from '#components/ui/form/field.tsx'

/** The request of the active column, message by message. */
export function ChatEditor() {
  return (
    <>
      <ColumnTabs />
      <SystemField />
      <TurnList />
      <Composer />
      <VariablesTable />
      <ToolsEditor />
      <OutputEditor />
    </>
  )
}

/** One field for each `{{variable}}` in the request; renders nothing without any. */
function VariablesTable() {
  const store = useChatStore()
  const state = useChatState()
  const { names, missing } = readChatVariables(state)
  if (names.length === 0) return null
  const write = (name: string, value: string) =>
    store.update(before => ({ ...before, variables: { ...before.variables, [name]: value } }))
  return (
    <section aria-label="Variables">
      <h2 className="mb-1 text-xs text-muted">Variables</h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {names.map(name => (
          <li
            key={name}
            className="grid grid-cols-[minmax(3rem,auto)_minmax(0,1fr)_auto] items-center gap-2 p-1 pl-2.5"
          >
            <code className="truncate">{name}</code>
            <Input
              aria-label={`Value of ${name}`}
              aria-invalid={missing.includes(name) || undefined}
              data-field={`variables.${name}`}
              placeholder="Required"
              value={state.variables[name] ?? ''}
              onChange={event => write(name, event.target.value)}
            />
            <Button variant="plain" onClick={() => write(name, `{{${name}}}`)}>
              Keep placeholder
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

// Keeps the composer visible: a long conversation shows its last messages, and the rest on click.
const shownMax = 3

/** The messages as they are sent. */
function TurnList() {
  const state = useChatState()
  const column = readActive(state)
  const path = readPath(column.conversation)
  const sent = readSendable(column, state.pending)
  const offset = column.system === null ? 0 : 1
  const [all, setAll] = useState(false)
  const hidden = all ? 0 : Math.max(0, path.length - shownMax)
  if (path.length === 0) return null
  return (
    <section aria-label="Messages" className="flex flex-col gap-2">
      {path.length > shownMax && (
        <Button variant="plain" aria-expanded={all} className="self-start" onClick={() => setAll(!all)}>
          {all
            ? 'Show recent messages only'
            : `Show ${hidden} earlier ${hidden === 1 ? 'message' : 'messages'}`}
        </Button>
      )}
      <ol className="flex flex-col gap-2">
        {path.slice(hidden).map(turn => {
          const index = sent.indexOf(turn)
          return (
            <TurnCard
              key={turn.parentId ?? 'first'}
              turn={turn}
              column={column}
              field={index === -1 ? null : `messages.${index + offset}`}
            />
          )
        })}
      </ol>
      <ContextMeter />
    </section>
  )
}

/** Usage of the context window by message; renders nothing when the window is unknown. */
function ContextMeter() {
  const state = useChatState()
  const column = readActive(state)
  const window = useModel(readModelId(column))?.context_window ?? null
  if (window === null) return null
  const { text, images } = state.pending
  const parts = [
    ...(column.system
      ? [{ key: 'system', tokens: estimateMessage({ role: 'system', content: column.system }) }]
      : []),
    ...readPath(column.conversation)
      .filter(isSendable)
      .map(({ id, message }) => ({
        key: id,
        tokens: estimateMessage(message),
      })),
    ...(text === '' ? [] : [{ key: 'pending', tokens: estimateMessage(toUserMessage(text, images)) }]),
  ]
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const share = total / window
  const label = `≈ ${formatCount(total)} of ${formatCount(window)} tokens, ${formatShare(share)}`
  return (
    <div className="text-xs text-muted">
      <div aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line">
        {parts.map(({ key, tokens }, index) => (
          <span
            key={key}
            className={share > 1 ? 'bg-bad' : index % 2 === 0 ? 'bg-accent' : 'bg-control'}
            style={{ width: `${(tokens / Math.max(window, total)) * 100}%` }}
          />
        ))}
      </div>
      <p className="mt-1">
        {label}
        {share > 1 && (
          <span className="text-bad"> · exceeds the context window; the API will reject the request</span>
        )}
      </p>
    </div>
  )
}

interface TurnCardProps {
  turn: Turn
  column: Column
  /** Its path in the body; null while it is not sent. */
  field: string | null
}

/** One message of the request: read, edit, mute, delete or switch branches. */
function TurnCard({ turn, column, field }: TurnCardProps) {
  const store = useChatStore()
  const running = useRecord(turn)?.state === 'running'
  const [edited, setEdited] = useState<string | null>(null)
  const editing = edited === turn.id
  const { message, muted } = turn
  const role = roleLabels[message.role]
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const empty = readText(message) === '' && calls.length === 0 && readImages(message).length === 0
  return (
    <li
      data-field={field}
      tabIndex={-1}
      className={classNames('rounded-lg border border-line bg-card', muted && 'border-dashed opacity-70')}
    >
      <header className="flex min-h-8 items-center gap-1 border-b border-line pr-1 pl-2.5">
        <span className="font-medium">{role}</span>
        {message.role === 'tool' && <code className="truncate text-muted">{message.tool_call_id}</code>}
        {muted && <span className="text-xs text-muted">Muted</span>}
        <BranchSwitcher column={column} turnId={turn.id} />
        <span className="flex-1 text-right text-xs text-muted">
          {!empty && `≈ ${formatCount(estimateMessage(message))} tokens`}
        </span>
        {!running && (
          <>
            <IconButton label={`Edit the ${role.toLowerCase()} message`} onClick={() => setEdited(turn.id)}>
              <Pencil size={14} aria-hidden />
            </IconButton>
            <IconButton
              label={muted ? 'Include message' : 'Mute message: keep it without sending'}
              aria-pressed={muted}
              onClick={() => store.update(state => muteTurn(state, column.id, turn.id, !muted))}
            >
              {muted ? <VolumeX size={14} aria-hidden /> : <Volume2 size={14} aria-hidden />}
            </IconButton>
            <IconButton
              label={`Delete the ${role.toLowerCase()} message`}
              onClick={() => store.update(state => deleteTurn(state, column.id, turn.id))}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </>
        )}
      </header>
      {editing ? (
        <TurnEditor key={turn.id} turn={turn} columnId={column.id} onClose={() => setEdited(null)} />
      ) : (
        <div className="flex flex-col gap-2 px-2.5 py-2">
          {readText(message) !== '' && (
            <p
              className={classNames(
                'break-words whitespace-pre-wrap',
                message.role === 'user' ? 'line-clamp-6 text-base' : 'line-clamp-2 text-muted',
              )}
            >
              {readText(message)}
            </p>
          )}
          {readImages(message).map((image, index) => (
            <ImageCard key={index} image={image} />
          ))}
          {calls.map(call => (
            <p key={call.id} className="truncate text-muted">
              calls <code className="text-text">{call.function.name}</code>{' '}
              <code>{call.function.arguments}</code>
            </p>
          ))}
          {running && <p className="text-muted">is generating…</p>}
          {!running && empty && (
            <p className="text-muted">{field === null && !muted ? 'No answer; not sent' : 'empty'}</p>
          )}
        </div>
      )}
    </li>
  )
}

/** Edits a message in place, or as a new branch that runs immediately. */
function TurnEditor({ turn, columnId, onClose }: { turn: Turn; columnId: string; onClose: () => void }) {
  const store = useChatStore()
  const [text, setText] = useState(readText(turn.message))
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => input.current?.focus(), [])
  const save = () => {
    store.update(state => editTurn(state, columnId, turn.id, replaceText(turn.message, text)))
    onClose()
  }
  const saveAndRun = () => {
    store.editAndRun(columnId, turn.id, replaceText(turn.message, text))
    onClose()
  }
  return (
    <div className="flex flex-col gap-2 p-2">
      <TextArea
        ref={input}
        aria-label={`Text of the ${roleLabels[turn.message.role].toLowerCase()} message`}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={save}>Save</Button>
        {turn.message.role === 'user' && <Button onClick={saveAndRun}>Save as branch and run</Button>}
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** The system text of the active column; sent only when set. */
function SystemField() {
  const store = useChatStore()
  const { id, system } = readActive(useChatState())
  const field = useRef<HTMLTextAreaElement>(null)
  const write = (text: string | null) =>
    store.update(state => updateColumn(state, id, column => ({ ...column, system: text })))
  return (
    <Field
      label="System"
      aside={
        system !== null && (
          <Button
            variant="link"
            className="text-xs text-muted"
            onClick={() => {
              write(null)
              field.current?.focus()
            }}
          >
            Remove
          </Button>
        )
      }
    >
      {ids => (
        <TextArea
          {...ids}
          ref={field}
          data-field={system === null ? undefined : 'messages.0'}
          rows={1}
          className="min-h-8"
          placeholder="You are a helpful assistant."
          value={system ?? ''}
          onChange={event => write(event.target.value)}
        />
      )}
    </Field>
  )
}
