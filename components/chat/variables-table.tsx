'use client'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { readChatVariables } from '#lib/client/chat/chat-body.ts'
import { useChatState, useChatStore } from './chat-context.ts'

/** A value for each `{{variable}}` that the request uses; nothing when there is none. */
export function VariablesTable() {
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
              placeholder="needs a value"
              value={state.variables[name] ?? ''}
              onChange={event => write(name, event.target.value)}
            />
            <Button variant="plain" onClick={() => write(name, `{{${name}}}`)}>
              Keep as written
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
