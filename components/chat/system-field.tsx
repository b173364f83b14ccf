'use client'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { readActive, updateColumn } from '#lib/client/chat/chat-state.ts'
import { useChatState, useChatStore } from './chat-context.ts'

/** The system text of the active column; sent only when it was set. */
export function SystemField() {
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
            remove
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
          placeholder="How the model should answer"
          value={system ?? ''}
          onChange={event => write(event.target.value)}
        />
      )}
    </Field>
  )
}
