import { Ban, Check, CircleDashed, CircleX, FileX, Loader, TriangleAlert, Upload } from 'lucide-react'

const marks = {
  queued: ['Queued', CircleDashed, 'text-muted'],
  uploading: ['Uploading', Upload, 'text-accent-text'],
  processing: ['Processing', Loader, 'text-accent-text'],
  running: ['Reading', Loader, 'text-accent-text'],
  done: ['Read', Check, 'text-ok'],
  warning: ['Read with a warning', TriangleAlert, 'text-warn'],
  failed: ['Failed', CircleX, 'text-bad'],
  unreadable: ['Failed', CircleX, 'text-bad'],
  stopped: ['Stopped', Ban, 'text-muted'],
  cancelled: ['Canceled', Ban, 'text-muted'],
  detached: ['Attach again', FileX, 'text-warn'],
  gone: ['Not stored', Ban, 'text-muted'],
} as const

/** Status of a row as an icon with a text alternative. */
export function RowMark({ state }: { state: keyof typeof marks }) {
  const [words, Icon, color] = marks[state]
  return (
    <span>
      <Icon size={14} className={color} aria-hidden />
      <span className="sr-only">{words}: </span>
    </span>
  )
}
