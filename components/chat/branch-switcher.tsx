'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { updateConversation, type Column } from './model/chat-state.ts'
import { readBranch, switchBranch } from './model/conversation.ts'
import { useChatStore, useRunning } from './chat-context.ts'

/** ‹ 2/3 ›: switches between the branches at a message; renders nothing when there is only one. */
export function BranchSwitcher({ column, turnId }: { column: Column; turnId: string }) {
  const store = useChatStore()
  const running = useRunning(column.id)
  const { index, count } = readBranch(column.conversation, turnId)
  if (count < 2) return null
  const turn = (step: number) =>
    store.update(state =>
      updateConversation(state, column.id, conversation => switchBranch(conversation, turnId, step)),
    )
  return (
    <span className="inline-flex items-center text-muted">
      <IconButton
        label="Previous branch"
        disabled={index === 0 || running}
        focusableWhenDisabled
        onClick={() => turn(-1)}
      >
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <span aria-label={`Branch ${index + 1} of ${count}`}>
        {index + 1}/{count}
      </span>
      <IconButton
        label="Next branch"
        disabled={index === count - 1 || running}
        focusableWhenDisabled
        onClick={() => turn(1)}
      >
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </span>
  )
}
