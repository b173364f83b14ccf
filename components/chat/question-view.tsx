'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { readImages, readText } from '#lib/client/chat/message-text.ts'
import { ImageCard } from './image-card.tsx'
import { roleLabels } from './role-labels.ts'

const charactersMax = 600
const linesMax = 8

/** What was asked, above its answer; a long text shows its beginning. */
export function QuestionView({ turn }: { turn: Turn }) {
  const [whole, setWhole] = useState(false)
  const text = readText(turn.message)
  const long = text.length > charactersMax || text.split('\n').length > linesMax
  return (
    <div
      className={classNames(
        'flex flex-col gap-1.5 rounded-md bg-sunken px-3 py-2',
        turn.muted && 'opacity-70',
      )}
    >
      {turn.message.role !== 'user' && <p className="text-xs text-muted">{roleLabels[turn.message.role]}</p>}
      {turn.muted && <p className="text-xs text-muted">muted: not sent</p>}
      {text !== '' && (
        <p
          className={classNames(
            'text-base break-words whitespace-pre-wrap',
            long && !whole && 'line-clamp-4',
          )}
        >
          {text}
        </p>
      )}
      {long && (
        <Button
          variant="link"
          className="self-start text-xs"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show all'}
        </Button>
      )}
      {readImages(turn.message).map((image, index) => (
        <ImageCard key={index} image={image} />
      ))}
    </div>
  )
}
