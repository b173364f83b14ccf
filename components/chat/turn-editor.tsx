'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { useChatStore } from './chat-context.ts'
import type { Turn } from './model/conversation.ts'
import { editTurn } from './model/edit-turn.ts'
import { readContent, replaceText } from './model/message-text.ts'
import { roleLabels } from './role-labels.ts'

/** Edits a message in place, or as a new branch that runs immediately. */
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
  const [text, setText] = useState(readContent(turn.message).text)
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
    <div className="flex flex-col gap-2">
      <TextArea
        ref={input}
        className="text-base"
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
