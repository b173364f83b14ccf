'use client'
import { useMemo } from 'react'
import { markWords } from './model/mark-words.ts'

/** A text with the query terms highlighted. */
export function MarkedText({ text, words }: { text: string; words: ReadonlySet<string> }) {
  const parts = useMemo(() => markWords(text, words), [text, words])
  return parts.map((part, index) =>
    part.marked ? (
      // oxlint-disable-next-line react/no-array-index-key -- a text segment has no other identity
      <mark
        key={index}
        className="bg-transparent font-medium text-inherit underline decoration-accent-text decoration-1 underline-offset-2"
      >
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
