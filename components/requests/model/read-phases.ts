import type { RequestDetail } from '#lib/contracts/console/requests.ts'

/** A phase of a request, in milliseconds since it arrived. */
export interface RequestPhase {
  readonly label: string
  readonly kind: 'own' | 'wait' | 'attempt' | 'failed'
  readonly startMs: number
  readonly ms: number
  /** Why an attempt failed; otherwise null. */
  readonly note: string | null
}

/** The phases of a request in order; empty phases are omitted. */
export function readRequestPhases(row: RequestDetail): readonly RequestPhase[] {
  const { auth_ms: auth, queue_ms: queue, load_ms: load, upstream_ms: upstream, total_ms: total } = row
  const asked = Math.max(0, upstream - queue - load)
  const attempts = (row.attempt_list ?? []).map(
    ({ provider, model, start_ms: startMs, ms, error }, at): RequestPhase => ({
      label: `${at + 1}. ${provider} · ${model}`,
      kind: error === null ? 'attempt' : 'failed',
      startMs,
      ms,
      note: error === null ? null : `${error.code}: ${error.message}`,
    }),
  )
  // A search reports concurrent waits, so their sum is capped at the duration.
  const waits = [
    { label: 'Authentication and limits', kind: 'own', ms: auth },
    { label: 'Queued', kind: 'wait', ms: queue },
    { label: 'Loading model', kind: 'wait', ms: load },
    {
      label: row.provider === null ? 'External requests' : `Waiting for ${row.provider}`,
      kind: 'wait',
      ms: asked,
    },
  ] as const
  let startMs = 0
  const phases: RequestPhase[] = []
  for (const { label, kind, ms } of waits) {
    const taken = Math.min(ms, Math.max(0, total - startMs))
    if (taken > 0) phases.push({ label, kind, startMs, ms: taken, note: null })
    startMs += taken
  }
  const rest = total - startMs
  const label = row.stream ? 'Sending response' : 'Processing and sending'
  if (rest > 0) phases.push({ label, kind: 'own', startMs, ms: rest, note: null })
  return [...phases, ...attempts]
}
