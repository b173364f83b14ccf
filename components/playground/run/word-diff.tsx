'use client'
import { useEffect, useState } from 'react'
import type { DiffPart } from './model/word-diff.ts'

/** Word diff of two texts; the diff code loads on first use. */
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
  const diff = useWordDiff(before, after)
  if (diff === null) return <span className="block text-muted">Comparing…</span>
  if (diff.state === 'failed')
    return <span className="block text-bad">Could not compare the texts: {diff.reason}</span>
  const { parts } = diff
  const [first] = parts
  return (
    <>
      {parts.map((part, index) => (
        <DiffText key={index} part={part} />
      ))}
      {parts.length === 0 && <span className="block text-muted">{whenEmpty}</span>}
      {parts.length === 1 && first?.kind === 'same' && (
        <span className="mt-3 block text-muted">{whenSame}</span>
      )}
    </>
  )
}

// Color is never the only cue: removed text is struck through, added text underlined.
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

type Diff =
  | { readonly state: 'done'; readonly parts: readonly DiffPart[] }
  | { readonly state: 'failed'; readonly reason: string }

function useWordDiff(before: string, after: string): Diff | null {
  const [known, setKnown] = useState<{ before: string; after: string; diff: Diff } | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const show = (diff: Diff) => left.signal.aborted || setKnown({ before, after, diff })
    void import('./model/compare-words.ts')
      .then(({ compareWords }) => compareWords(before, after, left.signal))
      .then(
        parts => show({ state: 'done', parts }),
        (error: unknown) => show({ state: 'failed', reason: String(error) }),
      )
    return () => left.abort()
  }, [before, after])
  return known?.before === before && known.after === after ? known.diff : null
}
