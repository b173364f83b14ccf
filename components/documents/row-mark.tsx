import { Ban, Check, CircleDashed, CircleX, FileX, Loader, TriangleAlert, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RowState } from '#lib/client/documents/document-row.ts'

const failed = ['Failed', <CircleX key="" size={14} className="text-bad" aria-hidden />] as const
const ended = <Ban key="" size={14} className="text-muted" aria-hidden />

const marks: Readonly<Record<RowState, readonly [string, ReactNode]>> = {
  queued: ['Queued', <CircleDashed key="" size={14} className="text-muted" aria-hidden />],
  uploading: ['Uploading', <Upload key="" size={14} className="text-accent" aria-hidden />],
  processing: ['Processing', <Loader key="" size={14} className="text-accent" aria-hidden />],
  done: ['Read', <Check key="" size={14} className="text-ok" aria-hidden />],
  warning: ['Read with a warning', <TriangleAlert key="" size={14} className="text-warn" aria-hidden />],
  failed,
  unreadable: failed,
  stopped: ['Stopped', ended],
  cancelled: ['Not read', ended],
  detached: ['Attach again', <FileX key="" size={14} className="text-warn" aria-hidden />],
  gone: ['Not kept', ended],
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
