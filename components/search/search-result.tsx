'use client'
import { useEffect, useRef } from 'react'
import { ScrollRegion } from '#components/chat/scroll-region.tsx'
import { formerTurns } from '#lib/client/search/search-state.ts'
import { CompareView } from './compare-view.tsx'
import { FormerTurnView } from './former-turn-view.tsx'
import { useSearch } from './search-context.ts'
import { TurnView } from './turn-view.tsx'

/** What was found: the earlier questions, then the last one with all that belongs to it. */
export function SearchResult() {
  const state = useSearch()
  const { turn, other } = state
  const former = formerTurns(state)
  const last = useRef<HTMLDivElement>(null)
  const runId = turn?.run.id
  const follows = former.length > 0
  // A question that follows begins at the top; its answer then grows without moving.
  useEffect(() => {
    if (runId !== undefined && follows) last.current?.scrollIntoView({ block: 'start' })
  }, [runId, follows])
  if (turn === null) return null
  return (
    <>
      <h2 className="sr-only">Answer</h2>
      <ScrollRegion label="Answers" className="scroll h-full -outline-offset-2">
        <div className="@container flex flex-col gap-5 px-5 py-4.5 max-sm:px-3">
          {former.map((each, place) => (
            <FormerTurnView key={place} former={each} place={place} />
          ))}
          <div ref={last} className={follows ? 'min-h-[85dvh] scroll-mt-4' : undefined}>
            {other === null ? (
              <TurnView key={runId} turn={turn} last />
            ) : (
              <CompareView key={runId} turns={[turn, other]} />
            )}
          </div>
        </div>
      </ScrollRegion>
    </>
  )
}
