import { Ban, Check, CircleDashed, CircleX, Loader, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RowState } from '#lib/client/scrape/scrape-row.ts'

const marks: Readonly<Record<RowState, readonly [string, ReactNode]>> = {
  queued: ['Queued', <CircleDashed key="" size={14} className="text-muted" aria-hidden />],
  running: ['Reading', <Loader key="" size={14} className="text-accent" aria-hidden />],
  done: ['Read', <Check key="" size={14} className="text-ok" aria-hidden />],
  warning: ['Read with a warning', <TriangleAlert key="" size={14} className="text-warn" aria-hidden />],
  failed: ['Failed', <CircleX key="" size={14} className="text-bad" aria-hidden />],
  unreadable: ['Failed', <CircleX key="" size={14} className="text-bad" aria-hidden />],
  stopped: ['Stopped', <Ban key="" size={14} className="text-muted" aria-hidden />],
  cancelled: ['Not read', <Ban key="" size={14} className="text-muted" aria-hidden />],
  gone: ['Not kept', <Ban key="" size={14} className="text-muted" aria-hidden />],
}

/** How a row stands, as a sign and in words. */
export function RowMark({ state }: { state: RowState }) {
  const [words, icon] = marks[state]
  return (
    <span>
      {icon}
      <span className="sr-only">{words}: </span>
    </span>
  )
}
