'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { editTurn } from '#lib/client/chat/edit-turn.ts'
import { readText, replaceText } from '#lib/client/chat/message-text.ts'
import { useChatStore } from './chat-context.ts'
import { roleLabels } from './role-labels.ts'

/** Edits a message in place, or as a new branch that is asked at once. */
export function TurnEditor({
  turn,
  columnId,
  onClose,
}: {
  turn: Turn
  columnId: string
  onClose: () => void
}) {
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
        {turn.message.role === 'user' && <Button onClick={saveAndRun}>Save as a branch and run</Button>}
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
