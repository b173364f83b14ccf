'use client'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { AnswerText } from '#components/chat/answer-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import type { FormerTurn } from '#lib/client/search/search-state.ts'
import { useSearchStore } from './search-context.ts'
import { TurnView } from './turn-view.tsx'

/** An earlier question with its answer; asked in other words, it begins again from there. */
export function FormerTurnView({ former, place }: { former: FormerTurn; place: number }) {
  const [editing, setEditing] = useState(false)
  return (
    <div className="flex flex-col gap-2 border-b border-line pb-4">
      {editing ? (
        <TurnEditor former={former} place={place} onClose={() => setEditing(false)} />
      ) : (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            {former.turn === null ? (
              <article
                aria-label={`Answer to ${former.question}`}
                className="flex max-w-[84ch] flex-col gap-2"
              >
                <h3 className="text-base font-semibold break-words">{former.question}</h3>
                <AnswerText text={former.answer} streaming={false} raw={false} />
              </article>
            ) : (
              <TurnView turn={former.turn} />
            )}
          </div>
          <IconButton label={`Edit question ${place + 1}`} onClick={() => setEditing(true)}>
            <Pencil size={14} aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}

function TurnEditor({ former, place, onClose }: { former: FormerTurn; place: number; onClose: () => void }) {
  const store = useSearchStore()
  const [text, setText] = useState(former.question)
  const question = text.trim()
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (question !== '') store.editTurn(place, question)
      }}
    >
      <TextArea
        // The field takes the place of the button that was pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus
        aria-label={`Question ${place + 1}`}
        maxLength={4000}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="go" disabled={question === ''}>
          Ask again from here
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      <p className="text-xs text-muted">What was asked after it is left behind; it stays in the history.</p>
    </form>
  )
}
