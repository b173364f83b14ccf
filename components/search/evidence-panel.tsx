'use client'
import { useMemo } from 'react'
import { CloseButton } from '#components/ui/close-button.tsx'
import { findEvidence, isUnsupported } from '#lib/client/search/find-evidence.ts'
import { CheckButton } from './check-button.tsx'
import { PassageQuote } from './passage-quote.tsx'
import { type PickedSentence, useTurn } from './turn-context.ts'

const shownCount = 4

/** Where the sources of a sentence say what it says, word by word. */
export function EvidencePanel({ sentence }: { sentence: PickedSentence }) {
  const { sources, pick } = useTurn()
  const evidence = useMemo(() => findEvidence(sentence, sources).slice(0, shownCount), [sentence, sources])
  const unsupported = isUnsupported(sentence, sources)
  return (
    <div
      role="group"
      aria-label="Evidence"
      className="flex flex-col gap-2 rounded-md border border-line bg-sunken px-3 py-2"
    >
      <header className="flex items-start gap-2">
        <p className="flex-1 text-xs text-muted">
          <q className="text-text">{sentence.text}</q>{' '}
          {unsupported && <span className="text-warn">No matching text in its source.</span>}
          {!unsupported && sentence.cites.length === 0 && 'It names no source; these come nearest.'}
        </p>
        <CloseButton onClick={() => pick(null)} />
      </header>
      {evidence.length === 0 && <p className="text-muted">No source has a word of it.</p>}
      <ul className="flex flex-col gap-2">
        {evidence.map(each => (
          <PassageQuote key={each.source} evidence={each} sentence={sentence.text} />
        ))}
      </ul>
      {evidence.length > 0 && <CheckButton sentence={sentence.text} evidence={evidence} />}
    </div>
  )
}
