'use client'
import { Code, Copy, RefreshCw, StepForward } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { SendToMenu } from '#components/playground/send-to-menu.tsx'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { AnswerRecord } from '#lib/client/chat/answer.ts'
import type { Column } from '#lib/client/chat/chat-state.ts'
import { readPath, type Turn } from '#lib/client/chat/conversation.ts'
import { BranchSwitcher } from './branch-switcher.tsx'
import { useChatStore } from './chat-context.ts'

export interface AnswerActionsProps {
  turn: Turn
  column: Column
  record: AnswerRecord | null
  text: string
  raw: boolean
  onRaw: (raw: boolean) => void
}

/** What can be done with an answer. Each act is a click; none happens by itself. */
export function AnswerActions({ turn, column, record, text, raw, onRaw }: AnswerActionsProps) {
  const store = useChatStore()
  const last = readPath(column.conversation).at(-1)?.id === turn.id
  if (record?.state === 'running') return null
  return (
    <div className="-ml-1.5 flex items-center">
      <BranchSwitcher column={column} turnId={turn.id} />
      <IconButton label="Answer again, as a branch" onClick={() => store.runAfter(column.id, turn.parentId)}>
        <RefreshCw size={14} aria-hidden />
      </IconButton>
      {text !== '' && (
        <>
          <IconButton label="Copy the answer" onClick={() => void copy(text, 'Answer')}>
            <Copy size={14} aria-hidden />
          </IconButton>
          <IconButton label="Raw text" aria-pressed={raw} onClick={() => onRaw(!raw)}>
            <Code size={14} aria-hidden />
          </IconButton>
          <SendToMenu
            from="chat"
            kind="answer"
            label="Send the answer to"
            compact
            inPalette={last}
            content={() => ({
              items: toParagraphs(text),
              query: null,
              runId: store.runs.readTurn(turn.id)?.run.id ?? null,
            })}
          />
        </>
      )}
      {record?.state === 'stopped' && <span className="px-1.5 text-xs text-warn">stopped</span>}
      {record !== null && record.state !== 'done' && text !== '' && (
        <Button variant="plain" onClick={() => store.continueAnswer(column.id, turn.id)}>
          <StepForward size={14} aria-hidden /> Continue
        </Button>
      )}
    </div>
  )
}

/** An answer as texts of their own: paragraphs are what is alike or not. */
function toParagraphs(text: string): readonly { readonly text: string }[] {
  return text
    .split(/\n\s*\n/)
    .map(paragraph => ({ text: paragraph.trim() }))
    .filter(paragraph => paragraph.text !== '')
}
