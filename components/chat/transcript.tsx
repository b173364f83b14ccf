'use client'

import { type Column, readModelId } from './model/chat-state.ts'
import { readPath, type Turn } from './model/conversation.ts'
import { AnswerView } from './answer-view.tsx'
import { useModel } from '#components/playground/form/use-model.ts'
import { isSendable } from './model/draft/chat-body.ts'
import { estimateMessage } from './model/draft/estimate-message.ts'
import { readFigures, sumFigures } from './model/run/figures.ts'
import { formatCost, formatCount, formatMs } from '#lib/client/format.ts'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { readImages, readText } from './model/message-text.ts'
import { ImageCard } from './image-card.tsx'
import { roleLabels } from './role-labels.ts'

/** The shown branch of a column, as it was said. Tool messages stand in the card of the call they answer. */
export function Transcript({ column, narrow = false }: { column: Column; narrow?: boolean }) {
  const path = readPath(column.conversation)
  return (
    <div
      className={
        narrow ? 'flex flex-col gap-4 px-3 py-4' : 'flex max-w-[84ch] flex-col gap-4 px-5 py-4.5 max-sm:px-3'
      }
    >
      {/* Keyed by place: another branch takes it over, and the focus stays on the switch. */}
      {path.map(turn => {
        switch (turn.message.role) {
          case 'assistant':
            return <AnswerView key={turn.parentId ?? 'first'} turn={turn} column={column} />
          case 'tool':
            return null
          case 'user':
          case 'system':
          case 'developer':
          case 'function':
            return <QuestionView key={turn.parentId ?? 'first'} turn={turn} />
        }
      })}
      <ConversationSums column={column} path={path} />
    </div>
  )
}

/** Sums over the shown answers, and what the next turn's context will weigh. */
function ConversationSums({ column, path }: { column: Column; path: readonly Turn[] }) {
  const price = useModel(readModelId(column))?.price ?? null
  const records = path.flatMap(({ answer }) => (answer && answer.state !== 'running' ? [answer] : []))
  if (records.length === 0) return null
  const sums = sumFigures(records.map(record => readFigures(record, price)))
  const system = column.system === null ? 0 : estimateMessage({ role: 'system', content: column.system })
  const next = path.filter(isSendable).reduce((sum, { message }) => sum + estimateMessage(message), system)
  const cost = price && (next * price.input) / 1_000_000
  return (
    <p className="border-t border-line pt-2 text-xs text-muted">
      {[
        records.length > 1 && `${records.length} answers`,
        records.length > 1 && `${formatMs(sums.totalMs)} in all`,
        records.length > 1 &&
          `${sums.tokensEstimated ? '≈ ' : ''}${formatCount(sums.promptTokens)} → ${formatCount(sums.completionTokens)} tokens`,
        records.length > 1 && sums.costUsd !== null && formatCost(sums.costUsd, sums.costEstimated),
        `next turn’s context ≈ ${formatCount(next)} tokens${cost === null ? '' : `, ${formatCost(cost, true)}`}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

const charactersMax = 600
const linesMax = 8

/** What was asked, above its answer; a long text shows its beginning. */
function QuestionView({ turn }: { turn: Turn }) {
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
