import type { RequestDetail } from '#lib/contracts/console/requests.ts'

/** A stretch of a request's time, in milliseconds since it came. */
export interface RequestPhase {
  readonly label: string
  readonly kind: 'own' | 'wait' | 'attempt' | 'failed'
  readonly startMs: number
  readonly ms: number
  /** Why an attempt failed; null for everything else. */
  readonly note: string | null
}

/** Where the time of a request went, in the order in which it did; phases that took nothing are left out. */
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
  // What the gateway waited for may be told as two that ran at once, of a search: never past the end.
  const waits = [
    { label: 'Key and limits', kind: 'own', ms: auth },
    { label: 'Waiting in the queue', kind: 'wait', ms: queue },
    { label: 'Loading the model', kind: 'wait', ms: load },
    { label: row.provider === null ? 'The outside' : `Waiting for ${row.provider}`, kind: 'wait', ms: asked },
  ] as const
  let startMs = 0
  const phases: RequestPhase[] = []
  for (const { label, kind, ms } of waits) {
    const taken = Math.min(ms, Math.max(0, total - startMs))
    if (taken > 0) phases.push({ label, kind, startMs, ms: taken, note: null })
    startMs += taken
  }
  const rest = total - startMs
  const label = row.stream ? 'Sending the answer' : 'Own work and sending'
  if (rest > 0) phases.push({ label, kind: 'own', startMs, ms: rest, note: null })
  return [...phases, ...attempts]
}
