'use client'
import { Check, CircleDashed, LoaderCircle } from 'lucide-react'
import { Elapsed } from '#components/playground/run/elapsed.tsx'
import { formatCount, formatMs } from '#lib/client/format.ts'
import type { SearchTurn } from './model/search-turn.ts'
import { stepLabel } from './model/step-labels.ts'
import { nextStep } from './model/next-step.ts'

/** The steps and their durations; during a run also the active step and the time limit. */
export function StepsLine({ turn: { run, found } }: { turn: SearchTurn }) {
  const running = run.state === 'running'
  const doing = running ? nextStep(found) : null
  return (
    <div role="group" aria-label="Steps" className="flex flex-col gap-1 text-xs text-muted">
      <ol className="flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1">
        {found.steps.map(({ name, ms, note, tokens }, index) => (
          <li key={index} className="inline-flex items-center gap-1">
            <Check size={12} aria-hidden className="text-ok" />
            <span
              {...((note !== undefined || tokens !== undefined) && {
                'data-tip': [note, tokens !== undefined && `${formatCount(tokens)} tokens`]
                  .filter(Boolean)
                  .join(' · '),
              })}
            >
              {stepLabel(name)}
            </span>{' '}
            <span className="tabular-nums">{formatMs(ms)}</span>
          </li>
        ))}
        {doing && (
          <li className="inline-flex items-center gap-1 text-text">
            <LoaderCircle size={12} aria-hidden className="animate-spin motion-reduce:animate-none" />
            {stepLabel(doing)}
          </li>
        )}
        {!running && run.state !== 'done' && (
          <li className="inline-flex items-center gap-1">
            <CircleDashed size={12} aria-hidden />
            {run.state === 'stopped' ? 'Stopped' : 'Interrupted'}
          </li>
        )}
      </ol>
      {running && (
        <p>
          <Elapsed since={run.timing.startedAt} /> of at most{' '}
          {found.deadlineMs === null ? 'two minutes' : formatMs(found.deadlineMs)}.
        </p>
      )}
      <SearchedFor asked={found.query} />
      <Notes steps={found.steps} />
    </div>
  )
}

function SearchedFor({ asked }: { asked: string | null }) {
  if (asked === null) return null
  if (asked === '') return <p>No web search: the question did not need one, or the focus is Writing.</p>
  return (
    <p className="break-words">
      Searched for <q className="text-text">{asked}</q>
    </p>
  )
}

function Notes({ steps }: { steps: SearchTurn['found']['steps'] }) {
  const notes = steps.filter(({ note }) => note !== undefined)
  if (notes.length === 0) return null
  return (
    <details>
      <summary className="w-fit cursor-pointer py-0.5 hover:text-text">About the steps</summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 pt-1">
        {notes.map(({ name, note }, index) => (
          <div key={index} className="contents">
            <dt>{stepLabel(name)}</dt>
            <dd className="min-w-0 break-words">{note}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
