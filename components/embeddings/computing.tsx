import { Progress } from '#components/ui/data/progress.tsx'
import type { Computed } from './state/viewer-state.ts'

/** Progress of a computation without a result yet. */
export function Computing({ label, now }: { label: string; now: Computed<unknown> }) {
  if (now.state === 'failed')
    return (
      <p role="alert" className="px-4 py-3 text-bad">
        {now.reason}
      </p>
    )
  if (now.state !== 'running') return null
  return (
    <div className="flex flex-col gap-2 px-4 py-3 text-xs text-muted">
      {label}
      <Progress label={label} value={now.share} max={1} />
    </div>
  )
}
