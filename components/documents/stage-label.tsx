'use client'
import { Elapsed } from '#components/playground/run/elapsed.tsx'
import type { Stage } from './model/document-row.ts'
import { formatShare } from '#lib/client/format.ts'

/** Stage of a request as two states, so that no progress bar waits at 100%. */
export function StageLabel({ stage }: { stage: Stage }) {
  if (stage.kind === 'processing') {
    return (
      <span>
        processing <Elapsed since={stage.since} />
      </span>
    )
  }
  return <span>uploading {formatShare(shareOf(stage))}</span>
}

export function shareOf({ sentBytes, totalBytes }: Extract<Stage, { kind: 'uploading' }>): number {
  return totalBytes === 0 ? 0 : Math.min(1, sentBytes / totalBytes)
}
