'use client'
import { useMemo } from 'react'
import { cutPieces } from './model/cut-pieces.ts'
import { ShowAll } from './show-all.tsx'
import { useShownPieces } from './use-shown-pieces.ts'

/** Plain text of any length. Text outside of the viewport is not rendered. */
export function LongText({ text }: { text: string }) {
  const pieces = useMemo(() => cutPieces(text), [text])
  const shownPieces = useShownPieces(pieces.length, { first: 8, step: 8 })
  return (
    <div dir="auto" className="font-mono text-[0.78125rem] leading-[19px] break-words whitespace-pre-wrap">
      {pieces.slice(0, shownPieces.shown).map((piece, index) => (
        <div key={index} className="[contain-intrinsic-size:auto_6000px] [content-visibility:auto]">
          {piece}
        </div>
      ))}
      <ShowAll pieces={pieces} shownPieces={shownPieces} />
    </div>
  )
}
