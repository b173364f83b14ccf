'use client'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, LoaderCircle } from 'lucide-react'
import { Elapsed } from '#components/playground/run/elapsed.tsx'
import { readWaitNote } from '#components/playground/run/model/run-wait.ts'
import { Waiting } from '#components/playground/run/waiting.tsx'
import { formatMs } from '#lib/client/format.ts'
import { modelsQuery } from '#lib/client/models.ts'
import { backendName } from './model/backend-names.ts'
import { readAnswerModel } from './model/model-name.ts'
import { nextStep, type Phase, toPhases } from './model/phases.ts'
import { sentBody, type SearchTurn } from './model/search-turn.ts'
import { stepLabel } from './model/step-labels.ts'
import { Summary } from '#components/ui/data/summary.tsx'

/** The steps, their durations and results; during a run also the active step and the time limit. */
export function StepsLine({ turn: { run, found } }: { turn: SearchTurn }) {
  const running = run.state === 'running'
  const doing = running ? nextStep(found) : null
  const phases = toPhases(found)
  const note = readWaitNote(run.events)
  const models = useQuery(modelsQuery).data ?? []
  const answerModel = note === null ? null : readAnswerModel(sentBody({ request: run.request }), models)
  return (
    <div
      role="group"
      aria-label="Steps"
      className="flex flex-col gap-2 rounded-lg border border-line bg-card px-3 py-2.5 text-xs text-muted"
    >
      {phases.length > 0 && <Shares phases={phases} />}
      <ol className="grid min-h-5 grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-3 gap-y-2">
        {phases.map(({ name, ms, result }, index) => (
          <li key={index} className="min-w-0">
            <span className="flex items-center gap-1">
              <Check size={12} aria-hidden className="shrink-0 text-ok" />
              <span className="truncate font-medium text-text">{stepLabel(name)}</span>{' '}
              <span className="shrink-0 tabular-nums">{formatMs(ms)}</span>
            </span>
            {result !== null && <span className="block truncate">{result}</span>}
          </li>
        ))}
        {doing && (
          <li className="flex items-center gap-1 self-start text-text">
            <LoaderCircle size={12} aria-hidden className="animate-spin motion-reduce:animate-none" />
            {stepLabel(doing)}
          </li>
        )}
        {!running && run.state !== 'done' && (
          <li className="flex items-center gap-1 self-start">
            <CircleDashed size={12} aria-hidden />
            {run.state === 'stopped' ? 'Stopped' : 'Interrupted'}
          </li>
        )}
      </ol>
      {running && note !== null && (
        <Waiting model={answerModel ?? ''} note={note} since={run.timing.startedAt} />
      )}
      {running && (
        <p>
          <Elapsed since={run.timing.startedAt} /> of at most{' '}
          {found.deadlineMs === null ? 'two minutes' : formatMs(found.deadlineMs)}.
        </p>
      )}
      <SearchedFor asked={found.query} />
      {phases.length > 0 && (
        <details>
          <Summary className="py-0.5 hover:text-text">Waterfall</Summary>
          <Waterfall phases={phases} totalMs={run.timing.totalMs} backends={found.backends} />
        </details>
      )}
    </div>
  )
}

/** The share of each step in the time, as one bar. */
function Shares({ phases }: { phases: readonly Phase[] }) {
  return (
    <div aria-hidden className="flex h-1 gap-0.5">
      {phases.map(({ ms }, index) => (
        <span key={index} className="min-w-1 rounded-sm bg-accent" style={{ flexGrow: Math.max(ms, 1) }} />
      ))}
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

/** Each step as a bar on one time line, with the result of each; the search also with its backends. */
function Waterfall({
  phases,
  totalMs,
  backends,
}: {
  phases: readonly Phase[]
  totalMs: number | null
  backends: SearchTurn['found']['backends']
}) {
  const lengthMs = Math.max(1, totalMs ?? 0, ...phases.map(({ startMs, ms }) => startMs + ms))
  const percent = (ms: number) => `${(ms / lengthMs) * 100}%`
  return (
    <table className="mt-1 w-full table-fixed border-collapse text-left">
      <caption className="sr-only">Steps of the search over time</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="w-32 py-1 pr-3 font-medium max-sm:w-24">
            Step
          </th>
          <th scope="col" className="py-1 font-medium">
            Start to end
          </th>
          <th scope="col" className="w-20 py-1 text-right font-medium">
            Duration
          </th>
          <th scope="col" className="w-44 py-1 pl-3 font-medium max-sm:hidden">
            Result
          </th>
        </tr>
      </thead>
      <tbody>
        {phases.map(({ name, startMs, ms, result }, index) => (
          <tr key={index} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pr-3 font-normal text-text">
              {stepLabel(name)}
            </th>
            <td aria-label={`${formatMs(startMs)} to ${formatMs(startMs + ms)}`} className="py-1.5">
              <span aria-hidden className="mt-1 block h-2 rounded-sm bg-sunken">
                <span
                  className="block h-full min-w-0.5 rounded-sm bg-accent"
                  style={{ marginLeft: percent(startMs), width: percent(ms) }}
                />
              </span>
            </td>
            <td className="py-1.5 text-right tabular-nums">{formatMs(ms)}</td>
            <td className="py-1.5 pl-3 break-words max-sm:hidden">
              {result ?? '–'}
              {name === 'search' && backends !== null && backends.length > 0 && (
                <ul className="text-muted">
                  {backends.map(({ backend, hits, failure }) => (
                    <li key={backend}>
                      {backendName(backend)}: {failure ?? hits ?? 0}
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
