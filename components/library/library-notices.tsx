'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Loader, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { formatCount } from '#lib/client/format.ts'
import { countItems } from '#lib/client/library/item-words.ts'
import { isFull, isIndexing, type LibraryState, statusQuery } from '#lib/client/library/library-status.ts'
import { useLibraryPlace } from './use-library-place.ts'

/** What there is to say of the whole library: its index goes on, waits or failed in parts, or no room is left. */
export function LibraryNotices() {
  const { data: status } = useQuery(statusQuery)
  return (
    <div className="shrink-0 text-xs">
      {status && isFull(status) && (
        <Notice icon={<CircleAlert size={14} className="text-bad" aria-hidden />}>
          The library is full: what is read from now on is not kept. Delete what is no longer needed.
        </Notice>
      )}
      {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
      <div role="status">{status && <IndexNotice status={status} />}</div>
      {status && isIndexing(status.index) && <IndexProgress status={status} />}
      {status && status.index.failed > 0 && <FailedNotice failed={status.index.failed} />}
    </div>
  )
}

function IndexNotice({ status }: { status: LibraryState }) {
  const { state, model, reason } = status.index
  if (state === 'waiting') {
    return (
      <Notice icon={<TriangleAlert size={14} className="text-warn" aria-hidden />}>
        {model} cannot be asked now{reason === null ? '' : `: ${reason}`}. It is tried again; until then, what
        is new is found by its words alone.
      </Notice>
    )
  }
  if (!isIndexing(status.index)) return null
  return (
    <Notice icon={<Loader size={14} className="text-accent" aria-hidden />}>
      Indexing by {model}. What is not yet indexed is found by its words.
    </Notice>
  )
}

function IndexProgress({ status }: { status: LibraryState }) {
  const { chunks, embedded, queued } = status.index
  const words = `${formatCount(embedded)} of ${formatCount(chunks)} chunks`
  return (
    <div className="flex items-center gap-2 border-b border-line bg-sunken px-4 pb-1.5 text-muted max-sm:px-3">
      <Progress label="Index" value={chunks === 0 ? null : embedded} max={chunks} text={words} />
      <span className="shrink-0">
        {words}
        {queued > 0 && `, ${countItems(queued)} to go`}
      </span>
    </div>
  )
}

function FailedNotice({ failed }: { failed: number }) {
  const [{ state }, go] = useLibraryPlace()
  return (
    <Notice icon={<TriangleAlert size={14} className="text-warn" aria-hidden />}>
      {countItems(failed)} could not be indexed.{' '}
      {state !== 'failed' && (
        <Button
          variant="link"
          className="min-h-6 text-xs"
          onClick={() => go({ state: 'failed', find: '', collection: null }, { step: true })}
        >
          Show {failed === 1 ? 'it' : 'them'}
        </Button>
      )}
    </Notice>
  )
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 bg-sunken px-4 py-1.5 text-muted max-sm:px-3">
      <span className="mt-0.5">{icon}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
