'use client'
import { useMemo, useState } from 'react'
import { questionOf, type SearchTurn } from '#lib/client/search/search-turn.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerSection } from './answer-section.tsx'
import { AgainWithout } from './again-without.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { FollowUps } from './follow-ups.tsx'
import { MediaSection } from './media-section.tsx'
import { KeylessNote } from './keyless-note.tsx'
import { SourceCards } from './source-cards.tsx'
import { StepsLine } from './steps-line.tsx'
import { ZeroSources } from './zero-sources.tsx'
import { type PickedSentence, TurnContext, type TurnPlace } from './turn-context.ts'

const nothing: ReadonlySet<number> = new Set()
const noAddresses: ReadonlySet<string> = new Set()

export interface TurnViewProps {
  turn: SearchTurn
  /** The one that questions can follow. */
  last?: boolean
  /** Addresses that the answer beside it has too. */
  common?: ReadonlySet<string>
  /** Stands beside another: the question is said once for both. */
  label?: string
}

/** One question: its steps, answer, sources, evidence, images and videos, and what could be asked next. */
export function TurnView({ turn, last = false, common = noAddresses, label }: TurnViewProps) {
  const [picked, setPicked] = useState<PickedSentence | null>(null)
  const [source, setSource] = useState<number | null>(null)
  const [without, setWithout] = useState(nothing)
  const place = useMemo<TurnPlace>(
    () => ({
      turn,
      sources: turn.found.sources ?? [],
      picked,
      pick: sentence => setPicked(before => (before?.text === sentence?.text ? null : sentence)),
      source,
      showSource: number => setSource(before => (before === number ? null : number)),
      without,
      toggleSource: number =>
        setWithout(before => {
          const next = new Set(before)
          if (!next.delete(number)) next.add(number)
          return next
        }),
      common,
    }),
    [turn, picked, source, without, common],
  )
  const running = turn.run.state === 'running'
  return (
    <TurnContext value={place}>
      <article
        aria-label={label ?? `Answer to ${questionOf(turn)}`}
        aria-busy={running}
        className="flex max-w-[84ch] min-w-0 flex-col gap-4"
      >
        <h3 className={label === undefined ? 'text-base font-semibold break-words' : 'text-xs text-muted'}>
          {label ?? questionOf(turn)}
        </h3>
        <StepsLine turn={turn} />
        <ZeroSources turn={turn} />
        <KeylessNote turn={turn} />
        <SourceCards />
        <AgainWithout />
        <AnswerSection />
        {picked && <EvidencePanel sentence={picked} />}
        <MediaSection />
        {!running && turn.found.content !== '' && <AnswerActions turn={turn} />}
        {last && <FollowUps turn={turn} />}
      </article>
    </TurnContext>
  )
}
