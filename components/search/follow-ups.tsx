'use client'
import { CornerDownRight } from 'lucide-react'
import type { SearchTurn } from './model/search-turn.ts'
import { useSearchStore } from './search-context.ts'

/** Suggested follow-ups: each becomes the next turn of the conversation. */
export function FollowUps({ turn: { run, found } }: { turn: SearchTurn }) {
  const store = useSearchStore()
  if (run.state !== 'done' || found.content === '' || found.suggestions.length === 0) return null
  return (
    <div role="group" aria-label="Suggestions" className="flex flex-col gap-1.5">
      <h4 className="text-xs text-muted">Follow-up questions</h4>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {found.suggestions.map((suggestion, index) => (
          <li key={index}>
            <button
              type="button"
              onClick={() => store.followUp(suggestion)}
              className="flex min-h-8 w-full items-center gap-2 py-1 text-left hover:text-accent-text coarse:min-h-10"
            >
              <CornerDownRight size={14} aria-hidden className="text-muted" />
              <bdi className="min-w-0 break-words">{suggestion}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
