'use client'
import { useState } from 'react'
import { WordDiff } from '#components/playground/word-diff.tsx'
import { Select } from '#components/ui/select.tsx'
import { readPath } from '#lib/client/chat/conversation.ts'
import { readSaid } from '#lib/client/chat/message-text.ts'
import { useChatState } from './chat-context.ts'
import { columnLabel } from './column-label.ts'
import { ScrollRegion } from './scroll-region.tsx'

/** The words in which the last answers of two columns differ. */
export function CompareDiff() {
  const { columns } = useChatState()
  const [chosen, setChosen] = useState<{ left?: string; right?: string }>({})
  const left = columns.find(({ id }) => id === chosen.left) ?? columns[0]
  const right = columns.find(({ id }) => id === chosen.right) ?? columns.find(column => column !== left)
  const choices = columns.map((column, index) => ({ value: column.id, label: columnLabel(column, index) }))
  const textOf = (column: typeof left) => {
    const answer =
      column && readPath(column.conversation).findLast(({ message }) => message.role === 'assistant')
    return answer ? readSaid(answer.message) : ''
  }
  return (
    <ScrollRegion label="Differences" className="scroll h-full">
      <div className="flex max-w-[84ch] flex-col gap-3 px-5 py-4">
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="First column"
            className="w-56"
            choices={choices}
            value={left?.id ?? null}
            onChange={id => setChosen({ ...chosen, left: id })}
          />
          <span className="text-muted">against</span>
          <Select
            label="Second column"
            className="w-56"
            choices={choices}
            value={right?.id ?? null}
            onChange={id => setChosen({ ...chosen, right: id })}
          />
        </div>
        <p className="text-base break-words whitespace-pre-wrap">
          <WordDiff
            before={textOf(left)}
            after={textOf(right)}
            whenEmpty="Neither column has an answer yet."
            whenSame="The answers are the same."
          />
        </p>
      </div>
    </ScrollRegion>
  )
}
