'use client'
import { useEffect, useState } from 'react'
import { Select } from '#components/ui/select.tsx'
import { readPath } from '#lib/client/chat/conversation.ts'
import { readSaid } from '#lib/client/chat/message-text.ts'
import type { DiffPart } from '#lib/client/chat/word-diff.ts'
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
  const parts = useWordDiff(textOf(left), textOf(right))
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
          {parts?.map((part, index) => (
            <DiffText key={index} part={part} />
          ))}
        </p>
        {parts?.length === 0 && <p className="text-muted">Neither column has an answer yet.</p>}
        {parts?.length === 1 && parts[0]?.kind === 'same' && (
          <p className="text-muted">The answers are the same.</p>
        )}
      </div>
    </ScrollRegion>
  )
}

// Colour never carries the meaning alone: what is gone is struck through, what is new underlined.
function DiffText({ part }: { part: DiffPart }) {
  switch (part.kind) {
    case 'same':
      return <span>{part.text}</span>
    case 'removed':
      return <del className="text-bad">{part.text}</del>
    case 'added':
      return <ins className="text-ok underline underline-offset-2">{part.text}</ins>
  }
}

function useWordDiff(before: string, after: string): readonly DiffPart[] | null {
  const [diff, setDiff] = useState<{ before: string; after: string; parts: readonly DiffPart[] } | null>(null)
  useEffect(() => {
    let wanted = true
    void import('#lib/client/chat/word-diff.ts').then(({ toWordDiff }) => {
      if (wanted) setDiff({ before, after, parts: toWordDiff(before, after) })
    })
    return () => {
      wanted = false
    }
  }, [before, after])
  return diff?.before === before && diff.after === after ? diff.parts : null
}
