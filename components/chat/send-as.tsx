'use client'

import { Segmented } from '#components/ui/form/segmented.tsx'
import { useChatState, useChatStore } from './chat-context.ts'
import { allFormats, apiFormats, toSent } from './model/api-format/api-formats.ts'
import { readActive } from './model/chat-state.ts'
import { toChatBody } from './model/draft/chat-body.ts'
import { setApiFormat } from './model/draft/open-draft.ts'

/** The API format of the active column, and what its request cannot say in it. */
export function SendAs() {
  const state = useChatState()
  const column = readActive(state)
  const format = column.apiFormat ?? 'chat'
  const { path, hint } = apiFormats[format]
  const { notes } = toSent(toChatBody(state, column), format)
  return (
    <section aria-label="API format" className="flex flex-col gap-1.5">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <span aria-hidden>Send as</span>
        <FormatSwitch />
      </div>
      {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
      <div role="status" className="flex flex-col gap-1 text-xs text-muted">
        {format !== 'chat' && (
          <p>
            Run calls <code>POST {path}</code>. {hint}
          </p>
        )}
        <FormatNotes notes={notes} />
      </div>
    </section>
  )
}

/** Selects the API format of the active column. */
export function FormatSwitch({ className }: { className?: string }) {
  const store = useChatStore()
  const column = readActive(useChatState())
  return (
    <Segmented
      label="Send as"
      choices={choices}
      value={column.apiFormat ?? 'chat'}
      onChange={format => store.update(before => setApiFormat(before, column.id, format))}
      {...(className !== undefined && { className })}
    />
  )
}

const choices = allFormats.map(value => ({ value, label: apiFormats[value].label }))

/** Parts of the chat request that the format cannot carry, or carries in another way. */
export function FormatNotes({ notes }: { notes: readonly string[] }) {
  return notes.map(note => (
    <p key={note} className="text-warn">
      {note}
    </p>
  ))
}
