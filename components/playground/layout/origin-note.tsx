'use client'
import { CornerDownRight } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { HandoffSkipped, HandoffOrigin } from '#components/playground/handoff/model/handoff.ts'
import { playgroundPath } from '#components/playground/handoff/model/handoff-origin.ts'
import type { OpenHandoff } from '#components/playground/handoff/use-handoff.ts'

const reasons: Readonly<Record<HandoffSkipped['reason'], readonly [string, string]>> = {
  empty: ['empty', 'empty'],
  duplicate: ['duplicate', 'duplicates'],
  limit: ['over the limit per request', 'over the limit per request'],
  window: ['over the context window', 'over the context window'],
  end: ['truncated page', 'truncated pages'],
}

/** The draft's origin with a link back; right after opening, also the skipped items and Undo. */
export function OriginNote({ origin, opened }: { origin: HandoffOrigin; opened: OpenHandoff | null }) {
  const { contract, runId, label } = origin
  const fresh = opened?.origin.label === label && opened.origin.runId === runId ? opened : null
  return (
    <section
      aria-label="Source of this request"
      className="flex flex-wrap items-center gap-x-2 gap-y-0.5 rounded-md border border-line bg-sunken px-2.5 py-1.5 text-xs text-muted"
    >
      <CornerDownRight size={14} aria-hidden />
      <span className="text-text">{label}</span>
      <Link
        href={
          `${playgroundPath(contract)}${runId === null ? '' : `?run=${encodeURIComponent(runId)}`}` as Route
        }
        className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline"
      >
        Back
      </Link>
      {fresh && (
        <Button variant="link" className="min-h-6 text-xs" onClick={fresh.undo}>
          Undo
        </Button>
      )}
      {fresh && fresh.skipped.length > 0 && (
        <span className="basis-full pl-[22px]">Skipped: {fresh.skipped.map(formatSkipped).join(', ')}.</span>
      )}
    </section>
  )
}

function formatSkipped({ count, reason }: HandoffSkipped): string {
  return `${formatCount(count)} ${reasons[reason][count === 1 ? 0 : 1]}`
}
