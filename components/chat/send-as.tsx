'use client'

import { Segmented } from '#components/ui/form/segmented.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useAdapter, useChatState, useChatStore } from './chat-context.ts'
import { allFormats, apiFormats, type SentFormat } from './model/api-format/api-formats.ts'
import { toSent } from './model/api-format/format-adapter.ts'
import { readActive } from './model/chat-state.ts'
import { toChatBody } from './model/draft/chat-body.ts'
import { setApiFormat } from './model/draft/open-draft.ts'

/** The API format of the active column, and what its request cannot say in it. */
export function SendAs() {
  const state = useChatState()
  const column = readActive(state)
  const format = column.apiFormat ?? 'chat'
  const { path, hint } = apiFormats[format]
  const loaded = useAdapter(format)
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
        {loaded.status === 'ready' && (
          <FormatNotes notes={toSent(toChatBody(state, column), loaded.adapter).notes} />
        )}
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

/** In place of a request whose format is loading, or could not be loaded. */
export function FormatLoading({ format }: { format: SentFormat }) {
  const { adapters } = useChatStore()
  const loaded = useAdapter(format)
  if (loaded.status !== 'failed')
    return <p className="text-muted">Loading the {apiFormats[format].label} format…</p>
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2">
      {loaded.message}
      <Button size="small" onClick={() => void adapters.load(format)}>
        Try again
      </Button>
    </p>
  )
}

/** Parts of the chat request that the format cannot carry, or carries in another way. */
export function FormatNotes({ notes }: { notes: readonly string[] }) {
  return notes.map(note => (
    <p key={note} className="text-warn">
      {note}
    </p>
  ))
}
