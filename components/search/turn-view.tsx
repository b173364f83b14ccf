'use client'

import { useMemo, useState, lazy, Suspense } from 'react'
import { hasNoSources, questionOf, type SearchTurn, sentBody } from './model/search-turn.ts'
import { AnswerSection } from './answer-section.tsx'
import { ExcludeSources } from './exclude-sources.tsx'
import { FollowUps } from './follow-ups.tsx'
import { MediaSection } from './media/media-section.tsx'
import { KeylessNote } from './keyless-note.tsx'
import { StepsLine } from './steps-line.tsx'
import { ZeroSources } from './zero-sources.tsx'
import { type PickedSentence, TurnContext, type TurnContextValue, useTurn } from './turn-context.ts'
import { CloseButton } from '#components/ui/button/close-button.tsx'
import { findEvidence, isUnsupported, type Evidence } from './model/evidence/find-evidence.ts'
import { Button } from '#components/ui/button/button.tsx'
import { markWords, queryWords } from '#components/playground/text/model/mark-words.ts'
import { useQuery } from '@tanstack/react-query'
import { firstModel, modelsFor } from '#components/playground/form/choose-model.ts'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { ModelDownload } from '#components/playground/form/model-download.tsx'
import { RerankerOffer } from '#components/playground/form/reranker-offer.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import { formatScore } from '#lib/client/format.ts'
import { readCheck, toCheckDraft } from './model/evidence/check-sentence.ts'
import { sentModel } from '#components/playground/http/model/sent-model.ts'
import { useNeighbours } from './search-context.ts'
import { useSideRun } from './use-side-run.ts'
import { classNames } from '#components/ui/class-names.ts'
import { decodeAddress } from '#lib/client/web-address.ts'
import { backendName } from './model/backend-names.ts'
import { sourceHost } from './model/source-host.ts'
import type { SearchSource } from '#lib/contracts/api/search/search.ts'
import { LetterTile } from './media/letter-tile.tsx'
import { Braces, Copy, Download } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { downloadExport } from '#components/playground/download.ts'
import { toAnswerJson } from './model/evidence/answer-json.ts'
import { toAnswerFile, toAnswerMarkdown } from './model/evidence/answer-markdown.ts'
import { SendToMenu } from '#components/playground/handoff/send-to-menu.tsx'
import { readHistoryTurns } from './model/history-pairs.ts'

const noNumbers: ReadonlySet<number> = new Set()
const noAddresses: ReadonlySet<string> = new Set()

export interface TurnViewProps {
  turn: SearchTurn
  /** The turn that follow-ups refer to. */
  last?: boolean
  /** URLs that the compared answer also has. */
  common?: ReadonlySet<string>
  /** Shown next to another: the question is displayed once for both. */
  label?: string
}

/** One question: its steps, answer, sources, evidence, images and videos, and suggestions. */
export function TurnView({ turn, last = false, common = noAddresses, label }: TurnViewProps) {
  const [picked, setPicked] = useState<PickedSentence | null>(null)
  const [source, setSource] = useState<number | null>(null)
  const [without, setWithout] = useState(noNumbers)
  const context = useMemo<TurnContextValue>(
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
  // Its text is part of that note.
  const nothing = hasNoSources(turn)
  return (
    <TurnContext value={context}>
      <article
        aria-label={label ?? `Answer to ${questionOf(turn)}`}
        aria-busy={running}
        className="flex min-w-0 flex-col gap-4"
      >
        <h3
          className={label === undefined ? 'pr-9 text-base font-semibold break-words' : 'text-xs text-muted'}
        >
          {label ?? questionOf(turn)}
        </h3>
        <StepsLine turn={turn} />
        <ZeroSources turn={turn} />
        <KeylessNote turn={turn} />
        <SourceCards />
        <ExcludeSources />
        {!nothing && <AnswerSection />}
        {picked && <EvidencePanel sentence={picked} />}
        <MediaSection />
        {!running && !nothing && turn.found.content !== '' && <AnswerActions turn={turn} />}
        {last && <FollowUps turn={turn} />}
      </article>
    </TurnContext>
  )
}

const shownCount = 4

/** Evidence for a sentence in its sources, highlighted word by word. */
function EvidencePanel({ sentence }: { sentence: PickedSentence }) {
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
          {!unsupported && sentence.cites.length === 0 && 'No citation; these are the closest matches.'}
        </p>
        <CloseButton onClick={() => pick(null)} />
      </header>
      {evidence.length === 0 && <p className="text-muted">No source contains any of its terms.</p>}
      <ul className="flex flex-col gap-2">
        {evidence.map(each => (
          <PassageQuote key={each.source} evidence={each} sentence={sentence.text} />
        ))}
      </ul>
      {evidence.length > 0 && <CheckButton sentence={sentence.text} evidence={evidence} />}
    </div>
  )
}

/** The best matching passage of a source, shared words highlighted. */
function PassageQuote({ evidence, sentence }: { evidence: Evidence; sentence: string }) {
  const { sources, source, showSource } = useTurn()
  const { source: number, passage, words, shared } = evidence
  const title = sources[number - 1]?.metadata.title ?? ''
  return (
    <li className="border-l-2 border-control pl-3">
      <blockquote dir="auto" className="break-words">
        {markWords(passage, queryWords(sentence)).map((part, index) =>
          part.marked ? (
            <mark
              key={index}
              className="bg-transparent font-medium text-text underline decoration-accent-text"
            >
              {part.text}
            </mark>
          ) : (
            <span key={index}>{part.text}</span>
          ),
        )}
      </blockquote>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <span>
          [{number}] <bdi>{title}</bdi> · {shared} of {words} words
        </span>
        <Button
          variant="link"
          className="min-h-6 text-xs"
          aria-pressed={source === number}
          onClick={() => showSource(number)}
        >
          {source === number ? 'Clear highlight' : 'Highlight its sentences'}
        </Button>
      </p>
    </li>
  )
}

/** Scores the passages against a sentence with a rerank model; shared words alone can mislead. */
function CheckButton({ sentence, evidence }: { sentence: string; evidence: readonly Evidence[] }) {
  const { rerank } = useNeighbours()
  const { data } = useQuery(modelsQuery)
  const { run, start } = useSideRun('rerank', rerank.path)
  const model = data ? firstModel('rerank', modelsFor('rerank', data)) : null
  const check = () => {
    if (model !== null)
      start(
        toCheckDraft(
          sentence,
          evidence.map(({ passage }) => passage),
          model,
        ),
      )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <Button className="text-xs" disabled={model === null || run?.state === 'running'} onClick={check}>
          Check
        </Button>
        {run === null && <span>{model === null ? 'No rerank model available.' : `Runs ${model}.`}</span>}
        <output>
          {run?.state === 'running' && `${sentModel(run)} is scoring…`}
          {run?.state === 'done' &&
            `${sentModel(run)}: ${readCheck(run, evidence.length)
              .map(
                (score, index) => `[${evidence[index]?.source}] ${score === null ? '–' : formatScore(score)}`,
              )
              .join(' · ')} (0 to 1)`}
        </output>
      </div>
      {run === null && <ModelDownload model={model} />}
      {run === null && <RerankerOffer model={model} />}
      {run?.failure && <ErrorCard run={run} onRetry={check} />}
    </div>
  )
}

const SourcesPanel = lazy(() =>
  import('./sources-panel.tsx').then(module => ({ default: module.SourcesPanel })),
)

const sourceCardsShownCount = 3

/** The first sources as cards; the side panel has all of them in detail. */
function SourceCards() {
  const { turn, sources } = useTurn()
  const [open, setOpen] = useState(false)
  if (sources.length === 0) return null
  const more = sources.length - sourceCardsShownCount
  return (
    <div role="group" aria-label="Sources" className="flex flex-col gap-2">
      <ol className="grid gap-2 @lg:grid-cols-2 @3xl:grid-cols-4">
        {sources.slice(0, sourceCardsShownCount).map((source, index) => (
          <li key={index} className="min-w-0">
            <SourceCard source={source} number={index + 1} />
          </li>
        ))}
        <li className="min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="flex h-full min-h-9 w-full items-center justify-center rounded-lg border border-line bg-card px-3 py-2 text-accent-text hover:border-control"
          >
            {more > 0 ? `${more} more` : 'All sources'}
          </button>
        </li>
      </ol>
      <Suspense>{open && <SourcesPanel turn={turn} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}

/** A source in three lines; its title is the link. */
function SourceCard({ source, number }: { source: SearchSource; number: number }) {
  const { turn, without, common, source: marked } = useTurn()
  const { title, url } = source.metadata
  const origin = turn.found.origins[number - 1]
  const host = sourceHost(url)
  const published = readDate(origin?.published)
  return (
    <div
      className={classNames(
        'flex h-full flex-col gap-1 rounded-lg border border-line bg-card px-3 py-2',
        marked === number && 'border-accent-text',
        without.has(number) && 'border-dashed line-through',
      )}
    >
      <p className="flex items-start gap-2">
        <LetterTile url={url} title={title} />
        {url === '' ? (
          <bdi className="line-clamp-2 min-w-0 break-words">{title}</bdi>
        ) : (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            title={decodeAddress(url)}
            className="line-clamp-2 min-w-0 font-medium break-words hover:underline"
          >
            <bdi>{title}</bdi>
          </a>
        )}
      </p>
      <p className="mt-auto flex min-w-0 flex-wrap gap-x-2 text-xs text-muted">
        <span>[{number}]</span>
        <bdi className="max-w-full truncate">{host || 'no URL'}</bdi>
        {origin && origin.backend !== '' && <span>{backendName(origin.backend)}</span>}
        {published && <time dateTime={published.iso}>{published.words}</time>}
        {common.has(url) && <span className="text-accent-text">in both</span>}
        {without.has(number) && <span>excluded</span>}
      </p>
    </div>
  )
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** A date as backends write it; invalid dates are dropped. */
function readDate(text: string | undefined): { readonly iso: string; readonly words: string } | null {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  if (Number.isNaN(at)) return null
  const date = new Date(at)
  return { iso: date.toISOString().slice(0, 10), words: day.format(date) }
}

/** Export and handoff of an answer. */
function AnswerActions({ turn }: { turn: SearchTurn }) {
  const question = questionOf(turn)
  const { found } = turn
  return (
    <div className="-mx-2.5 flex flex-wrap items-center gap-1">
      <Button
        variant="plain"
        onClick={() => void copy(toAnswerMarkdown(question, found), 'Answer with footnotes')}
      >
        <Copy size={14} aria-hidden /> Copy
      </Button>
      <Button
        variant="plain"
        onClick={() =>
          downloadExport('answer.md', toAnswerFile(question, found), 'text/markdown;charset=utf-8')
        }
      >
        <Download size={14} aria-hidden /> Markdown
      </Button>
      <Button
        variant="plain"
        onClick={() => downloadExport('answer.json', toAnswerJson(question, found), 'application/json')}
      >
        <Braces size={14} aria-hidden /> JSON
      </Button>
      <SendAnswer turn={turn} />
    </div>
  )
}

/**
 * Sends the selected sources, or the conversation, to another playground; nothing runs there automatically.
 */
function SendAnswer({ turn }: { turn: SearchTurn }) {
  const { sources, without } = useTurn()
  const kept = sources.filter((_, index) => !without.has(index + 1))
  const runId = turn.run.id
  const question = questionOf(turn)
  return (
    <>
      {kept.length > 0 && (
        <SendToMenu
          label={`Send ${kept.length === 1 ? 'the source' : `${kept.length} sources`} to`}
          inPalette
          from="search"
          kind="sources"
          content={() => ({
            items: kept.map(({ pageContent, metadata }) => ({ text: pageContent, ...metadata })),
            query: question,
            runId,
          })}
        />
      )}
      <SendToMenu
        label="Send answer to"
        from="search"
        kind="conversation"
        content={() => ({ items: toConversation(turn), query: null, runId })}
      />
    </>
  )
}

/** Alternating questions and answers, the current answer last. */
function toConversation({ run, found }: SearchTurn) {
  const turns = readHistoryTurns(sentBody(run))
  const last = { question: questionOf({ run }), answer: found.content }
  return [...turns, last].flatMap(({ question, answer }) => [{ text: question }, { text: answer }])
}
