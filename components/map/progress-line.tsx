'use client'
import { Progress } from '#components/ui/progress.tsx'
import { formatCount, formatMs } from '#lib/client/format.ts'
import { toNumber, toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import { useMapState } from './map-context.ts'
import { useElapsedMs } from './use-elapsed.ts'

// What the API allows when the request says nothing.
const timeoutMsDefault = 30_000

/** How far the map is, against the time it has; Stop keeps what has come. */
export function ProgressLine() {
  const { run, found } = useMapState()
  const { site, progress, linksPerSecond } = found
  const elapsedMs = useElapsedMs(run)
  if (run?.state !== 'running' || elapsedMs === null) return null
  const deadlineMs = toNumber(toObject(readJson(run.request.body))['timeout']) ?? timeoutMsDefault
  const time = `${formatMs(elapsedMs)} of at most ${formatMs(deadlineMs)}`
  // A slow page is awaited, and meanwhile there is no rate to tell.
  const rate = Math.round(linksPerSecond ?? 0)
  const figures = [
    `${formatCount(site.links.length)} ${site.links.length === 1 ? 'link' : 'links'}`,
    progress !== null && `${formatCount(progress.pages)} ${progress.pages === 1 ? 'page' : 'pages'} read`,
    progress !== null &&
      (progress.queued > 0 ? `${formatCount(progress.queued)} queued` : 'awaiting the last pages'),
    rate > 0 && `${formatCount(rate)} links/s`,
  ]
  return (
    <div className="relative flex min-h-8 shrink-0 flex-wrap items-center justify-between gap-x-3 border-t border-line bg-panel px-3 py-1 text-xs text-muted">
      <div className="absolute inset-x-0 -top-px">
        <Progress
          label="Time of the map"
          value={Math.min(elapsedMs, deadlineMs)}
          max={deadlineMs}
          text={time}
        />
      </div>
      <span className="text-text">{figures.filter(Boolean).join(' · ')}</span>
      <span>{time}</span>
    </div>
  )
}
