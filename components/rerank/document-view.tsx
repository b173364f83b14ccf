'use client'
import { useState } from 'react'
import { formatShare } from '#lib/client/format.ts'
import { estimateReadExtent } from '#lib/client/rerank/read-extent.ts'
import { MarkedText } from './marked-text.tsx'

// What two or three lines can show; the rest is behind the button.
const previewLength = 240

/** The text of a document, folded where it is long; what the model hardly read is told apart. */
export function DocumentView({
  text,
  words,
  tokensMax,
}: {
  text: string
  words: ReadonlySet<string>
  tokensMax: number
}) {
  const [open, setOpen] = useState(false)
  const read = estimateReadExtent(text, tokensMax)
  const long = text.length > previewLength || text.split('\n', 4).length > 3
  const shown = open || !long ? text : text.slice(0, previewLength)
  return (
    <div className="col-span-3 min-w-0 @lg:col-span-1">
      <p className={`break-words whitespace-pre-wrap ${open ? '' : 'line-clamp-3'}`}>
        <MarkedText text={read === null ? shown : shown.slice(0, read)} words={words} />
        {read !== null && shown.length > read && (
          <span className="text-muted">
            <span className="mx-1 rounded bg-sunken px-1 text-xs whitespace-nowrap">
              ≈ not read from here on
            </span>
            {shown.slice(read)}
          </span>
        )}
        {!open && long && '…'}
      </p>
      {(long || read !== null) && (
        <p className="flex gap-3 text-xs text-muted">
          {long && (
            <button
              type="button"
              aria-expanded={open}
              className="min-h-6 text-accent underline-offset-2 hover:underline"
              onClick={() => setOpen(!open)}
            >
              {open ? 'Show less' : 'Show all'}
            </button>
          )}
          {read !== null && <span className="py-1">≈ {formatShare(read / text.length)} was read</span>}
        </p>
      )}
    </div>
  )
}
