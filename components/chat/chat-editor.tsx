'use client'

import { ColumnTabs } from './column-tabs.tsx'
import { SendAs } from './send-as.tsx'
import { OutputEditor } from './output-editor.tsx'
import { ToolsEditor } from './tools/tools-editor.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { readChatVariables, isEmpty, isSendable } from './model/draft/chat-body.ts'
import { useChatState, useChatStore } from './chat-context.ts'
import { readActive, readModelId, type Column } from './model/chat-state.ts'
import { readPath, type Turn } from './model/conversation.ts'
import { estimateMessage } from './model/draft/estimate-message.ts'
import { formatCharge, formatCost, formatCount, formatMs, formatShare } from '#lib/client/format.ts'
import { toUserMessage } from './model/message-text.ts'
import { useModel } from '#components/playground/form/use-model.ts'
import { readFigures, sumFigures } from './model/run/figures.ts'

/** The request of the active column but its messages, which the conversation shows. */
export function ChatEditor() {
  return (
    <>
      <ColumnTabs />
      <SendAs />
      <VariablesTable />
      <ToolsEditor />
      <OutputEditor />
      <Context />
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
      <h2 className="mb-1 font-semibold">Variables</h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {names.map(name => (
          <li
            key={name}
            className="grid grid-cols-[minmax(3rem,auto)_minmax(0,1fr)] items-center gap-2 p-1 pl-2.5"
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
            <Button
              variant="plain"
              size="small"
              className="col-start-2 justify-self-start"
              onClick={() => write(name, `{{${name}}}`)}
            >
              Keep placeholder
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How full the context window is, and the sums of the conversation; renders nothing before the first message. */
function Context() {
  const column = readActive(useChatState())
  const path = readPath(column.conversation)
  if (path.length === 0) return null
  return (
    <section aria-label="Context" className="flex flex-col gap-1.5">
      <h2 className="font-semibold">Context</h2>
      <ContextMeter />
      <ConversationSums column={column} path={path} />
    </section>
  )
}

/** Usage of the context window by message; renders nothing when the window is unknown. */
function ContextMeter() {
  const state = useChatState()
  const column = readActive(state)
  const window = useModel(readModelId(column))?.context_window ?? null
  if (window === null) return null
  const { pending } = state
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
    ...(isEmpty(pending) ? [] : [{ key: 'pending', tokens: estimateMessage(toUserMessage(pending)) }]),
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
    <p className="text-xs text-muted">
      {[
        records.length > 1 && `${records.length} answers`,
        records.length > 1 && `${formatMs(sums.totalMs)} total`,
        records.length > 1 &&
          `${sums.tokensEstimated ? '≈ ' : ''}${formatCount(sums.promptTokens)} → ${formatCount(sums.completionTokens)} tokens`,
        records.length > 1 && sums.costUsd !== null && formatCharge(sums.costUsd, sums.costEstimated),
        `Next request ≈ ${formatCount(next)} tokens${cost ? `, ${formatCost(cost, true)}` : ''}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
