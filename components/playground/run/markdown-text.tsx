'use client'
import { lazy, memo, Suspense, useMemo } from 'react'
import { cutPieces } from './model/cut-pieces.ts'
import { ShowAll } from './show-all.tsx'
import { useShownPieces } from './use-shown-pieces.ts'

const Markdown = lazy(() =>
  import('#components/playground/markdown/markdown.tsx').then(module => ({ default: module.Markdown })),
)

/** Rendered Markdown of a page: nothing in it runs, and nothing is loaded from outside. */
export function MarkdownText({ text }: { text: string }) {
  const pieces = useMemo(() => cutPieces(text), [text])
  const shownPieces = useShownPieces(pieces.length, { first: 2, step: 1 })
  return (
    <div dir="auto" className="flex max-w-[84ch] flex-col gap-3">
      {pieces.slice(0, shownPieces.shown).map((piece, index) => (
        <Piece key={index} text={piece} />
      ))}
      <ShowAll pieces={pieces} shownPieces={shownPieces} />
    </div>
  )
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="text-base break-words whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} streaming={false} math />
    </Suspense>
  )
})
