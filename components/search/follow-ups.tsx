'use client'
import { CornerDownRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import type { SearchTurn } from './model/search-turn.ts'
import { useSearchStore } from './search-context.ts'

/** Suggested follow-ups: each becomes the next turn of the conversation. */
export function FollowUps({ turn: { run, found } }: { turn: SearchTurn }) {
  const store = useSearchStore()
  const [text, setText] = useState('')
  if (run.state !== 'done' || found.content === '') return null
  const question = text.trim()
  return (
    <div role="group" aria-label="Suggestions" className="flex flex-col gap-1.5">
      {found.suggestions.length > 0 && (
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
      )}
      <form
        className="flex gap-2"
        onSubmit={event => {
          event.preventDefault()
          if (question !== '') store.followUp(question)
        }}
      >
        <Input
          aria-label="Follow-up question"
          placeholder="Ask a follow-up"
          maxLength={4000}
          autoComplete="off"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit" disabled={question === ''} focusableWhenDisabled>
          Ask
        </Button>
      </form>
    </div>
  )
}
