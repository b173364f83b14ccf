'use client'
import { useEffect, useState } from 'react'
import type { DiffPart } from '#lib/client/chat/word-diff.ts'

/** What has to change in one text to get another, word by word; what compares is loaded with the first use. */
export function WordDiff({
  before,
  after,
  whenEmpty,
  whenSame,
}: {
  before: string
  after: string
  whenEmpty: string
  whenSame: string
}) {
  const parts = useWordDiff(before, after)
  const [first] = parts ?? []
  return (
    <>
      {parts?.map((part, index) => (
        <DiffText key={index} part={part} />
      ))}
      {parts?.length === 0 && <span className="block text-muted">{whenEmpty}</span>}
      {parts?.length === 1 && first?.kind === 'same' && (
        <span className="mt-3 block text-muted">{whenSame}</span>
      )}
    </>
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
