'use client'

import { Globe, LibraryBig, LoaderCircle } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import type { ReactNode } from 'react'
import { readToolResults, type ToolResult } from '#components/chat/model/tools/tool-results.ts'
import { Elapsed } from '#components/playground/run/elapsed.tsx'
import { formatFailure } from '#components/playground/run/model/format-failure.ts'
import type { ToolCall } from '#lib/contracts/api/chat-message.ts'
import { formatCountOf, formatMs } from '#lib/client/format.ts'
import type { Run } from '#lib/client/run.ts'
import { toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import { Summary } from '#components/ui/data/summary.tsx'

/** A call that the console runs: its arguments, its state with a clock, and its results. */
export function BuiltInCall({
  call,
  content,
  run,
  excluded,
  actions,
}: {
  call: ToolCall
  /** The text for the model; null before the end. */
  content: string | null
  /** Its request; null before the first, and after a reload. */
  run: Run | null
  excluded: boolean
  actions: ReactNode
}) {
  const { name, arguments: given } = call.function
  const Icon = name === 'search_library' ? LibraryBig : Globe
  const results = content === null ? [] : readToolResults(content)
  const failed = content !== null && run?.state === 'failed'
  const query = toText(toObject(readJson(given))['query'])
  return (
    <section aria-label={`Call of ${name}`} className="rounded-lg border border-line bg-card">
      <header className="flex min-h-9 flex-wrap items-center gap-x-2 px-2.5">
        <Icon size={16} aria-hidden className="text-accent-text" />
        <code>{name}</code>
        <span className="min-w-0 truncate">{query ?? <code>{given || '(none)'}</code>}</span>
        <span className="ml-auto flex items-center gap-2 text-xs text-muted tabular-nums">
          {excluded && 'Excluded'}
          <CallState run={run} content={content} count={results.length} />
          {actions}
        </span>
      </header>
      {failed && (
        <p className="border-t border-line px-2.5 py-1.5 text-xs text-bad">{formatFailure(run.failure)}</p>
      )}
      {!failed && content !== null && results.length === 0 && (
        <p className="border-t border-line px-2.5 py-1.5 text-xs text-muted">{content}</p>
      )}
      {results.length > 0 && <Results results={results} />}
    </section>
  )
}

function CallState({ run, content, count }: { run: Run | null; content: string | null; count: number }) {
  if (content === null && run?.state === 'running')
    return (
      <span role="status" className="flex items-center gap-1.5">
        <LoaderCircle size={14} aria-hidden className="animate-spin text-accent-text" />
        Searching <Elapsed since={run.timing.startedAt} />
      </span>
    )
  if (content === null) return <span>{run === null ? 'Not run' : 'Stopped'}</span>
  const took = run?.timing.totalMs ?? null
  const outcome = run?.state === 'failed' ? 'Failed' : formatCountOf(count, 'result')
  return <span>{[outcome, took !== null && formatMs(took)].filter(Boolean).join(' · ')}</span>
}

function Results({ results }: { results: readonly ToolResult[] }) {
  return (
    <details className="border-t border-line">
      <Summary className="w-full px-2.5 py-1.5 text-xs text-accent-text hover:underline">Results</Summary>
      <ol className="flex flex-col gap-2 px-2.5 pb-2.5 text-xs">
        {results.map(({ title, href, text }, index) => (
          <li key={index} className="min-w-0">
            <ResultTitle title={title} href={href} />
            <p className="line-clamp-3 break-words whitespace-pre-wrap text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

function ResultTitle({ title, href }: Pick<ToolResult, 'title' | 'href'>) {
  const className = 'font-medium text-accent-text underline-offset-2 hover:underline'
  if (href === null) return <span className="font-medium">{title}</span>
  if (href.startsWith('/'))
    return (
      <Link href={href as Route} className={className}>
        {title}
      </Link>
    )
  return (
    <span>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={className}>
        {title}
      </a>{' '}
      <span className="text-muted">{URL.parse(href)?.host}</span>
    </span>
  )
}
