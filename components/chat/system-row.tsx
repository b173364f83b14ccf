'use client'

import { formatCount } from '#lib/client/format.ts'
import { useChatStore } from './chat-context.ts'
import { updateColumn, type Column } from './model/chat-state.ts'
import { estimateMessage } from './model/draft/estimate-message.ts'

/** The system prompt of a column as the first row of its conversation: one line, all of it while edited. */
export function SystemRow({ column }: { column: Column }) {
  const store = useChatStore()
  const { id, system } = column
  const write = (text: string) =>
    store.update(state => updateColumn(state, id, each => ({ ...each, system: text === '' ? null : text })))
  return (
    <label className="flex items-start gap-3 rounded-lg border border-line bg-sunken px-3 py-2 focus-within:border-control">
      <span className="font-semibold">System</span>
      <textarea
        data-field={system === null ? undefined : 'messages.0'}
        rows={1}
        spellCheck={false}
        placeholder="Instructions for every answer"
        value={system ?? ''}
        onChange={event => write(event.target.value)}
        className="max-h-5 min-w-0 flex-1 resize-none overflow-hidden bg-transparent text-soft outline-none [field-sizing:content] focus:max-h-[40vh] focus:overflow-auto focus:text-text"
      />
      {system !== null && (
        <span className="text-xs leading-5 text-muted">
          {formatCount(estimateMessage({ role: 'system', content: system }))} tokens
        </span>
      )}
    </label>
  )
}
