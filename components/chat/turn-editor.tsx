'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { matchesShortcut } from '#components/shell/shortcut.ts'
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
  useEffect(() => {
    const opener = document.activeElement
    input.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const save = () => {
    store.update(state => editTurn(state, columnId, turn.id, replaceText(turn.message, text)))
    onClose()
  }
  const saveAndRun = () => {
    store.editAndRun(columnId, turn.id, replaceText(turn.message, text))
    onClose()
  }
  const canRun = turn.message.role === 'user'
  const onKeyDown = (event: KeyboardEvent) => {
    const confirms = matchesShortcut({ key: 'Enter', mod: true }, event.nativeEvent)
    if (event.key !== 'Escape' && !confirms) return
    // Run would send the request without this change.
    event.preventDefault()
    if (!confirms) return onClose()
    if (canRun) return saveAndRun()
    save()
  }
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        ref={input}
        className="text-base"
        aria-label={`Text of the ${roleLabels[turn.message.role].toLowerCase()} message`}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={save}>Save</Button>
        {canRun && <Button onClick={saveAndRun}>Save as branch and run</Button>}
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
