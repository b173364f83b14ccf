import type { LoggedExchange, RequestAttemptView, RequestDetail } from '#lib/contracts/console/requests.ts'

/** A phase of a request, in milliseconds since it arrived. */
export interface RequestPhase {
  readonly label: string
  /** Shown after the label, in gray. */
  readonly detail: string | null
  readonly kind: 'own' | 'wait' | 'attempt' | 'stream' | 'failed'
  readonly startMs: number
  readonly ms: number
  /** Why an attempt failed; otherwise null. */
  readonly note: string | null
}

/**
 * The phases of a request in order; empty phases are omitted.
 * @param exchanges requests to providers, where they are logged
 */
export function readRequestPhases(
  row: RequestDetail,
  exchanges: readonly LoggedExchange[] = [],
): readonly RequestPhase[] {
  const auth = phase('Authenticate, check limits', 'own', 0, row.auth_ms)
  const listed = row.attempt_list ?? []
  const asked = readAttempts(row, exchanges, listed.filter(isAsked))
  const timed = asked.length === 0 ? readWaits(row) : withPauses(asked)
  const skipped = listed.filter(attempt => !isAsked(attempt)).map(toSkipped)
  const middle = [...timed, ...skipped].toSorted((one, other) => one.startMs - other.startMs)
  const endMs = Math.max(row.auth_ms, ...middle.map(({ startMs, ms }) => startMs + ms))
  const isStreaming = row.stream && !middle.some(({ kind }) => kind === 'stream')
  const rest = phase(
    isStreaming ? 'Stream' : 'Process and send',
    isStreaming ? 'stream' : 'own',
    endMs,
    row.total_ms - endMs,
    isStreaming ? tokensOf(row) : null,
  )
  return [auth, ...middle, rest].filter(({ ms, note }) => ms > 0 || note !== null)
}

function isAsked({ skipped }: RequestAttemptView): boolean {
  return skipped !== true
}

function toSkipped(attempt: RequestAttemptView): RequestPhase {
  return { ...toAttempt(attempt, 0), label: 'Skipped', kind: 'own' }
}

function readAttempts(
  row: RequestDetail,
  exchanges: readonly LoggedExchange[],
  attempts: readonly RequestAttemptView[],
): readonly RequestPhase[] {
  if (exchanges.length === 0) return attempts.map(toAttempt)
  return exchanges.flatMap(exchange => toExchange(row, exchange, attempts[exchange.attempt - 1] ?? null))
}

function toAttempt(
  { provider, model, deployment, start_ms: startMs, ms, error }: RequestAttemptView,
  at: number,
): RequestPhase {
  const kind = error === null ? 'attempt' : 'failed'
  const note = error && `${error.code}: ${error.message}`
  return { ...phase(`Attempt ${at + 1}`, kind, startMs, ms, deployment ?? `${provider} · ${model}`), note }
}

/** The wait for the first byte, and the response after it. */
function toExchange(
  row: RequestDetail,
  exchange: LoggedExchange,
  attempt: RequestAttemptView | null,
): readonly RequestPhase[] {
  const { provider, start_ms: startMs, first_ms: firstMs, end_ms: endMs, response } = exchange
  const end = endMs ?? row.total_ms
  const status = response?.status ?? null
  const failed = exchange.broken || status === null || status >= 400
  const said = status === null ? 'no response' : String(status)
  const label = `Attempt ${exchange.attempt}`
  if (failed) {
    const note = attempt?.error ? `${attempt.error.code}: ${attempt.error.message}` : null
    return [{ ...phase(label, 'failed', startMs, end - startMs, `${provider} · ${said}`), note }]
  }
  const streams = response?.body.kind === 'events'
  const first = streams ? (firstMs ?? end) : end
  const sent = phase(
    label,
    'attempt',
    startMs,
    first - startMs,
    streams ? `${provider} · first token` : provider,
  )
  return streams ? [sent, phase('Stream', 'stream', first, end - first, tokensOf(row))] : [sent]
}

/** With the pauses between attempts. */
function withPauses(attempts: readonly RequestPhase[]): readonly RequestPhase[] {
  const phases: RequestPhase[] = []
  let endMs: number | null = null
  for (const attempt of attempts) {
    if (endMs !== null && attempt.startMs > endMs)
      phases.push(phase('Wait before retry', 'own', endMs, attempt.startMs - endMs))
    phases.push(attempt)
    endMs = Math.max(endMs ?? 0, attempt.startMs + attempt.ms)
  }
  return phases
}

/** Without attempts: the sums of the row. A search reports concurrent waits, so their sum is capped. */
function readWaits(row: RequestDetail): readonly RequestPhase[] {
  const { auth_ms: auth, queue_ms: queue, load_ms: load, upstream_ms: upstream, total_ms: total } = row
  const asked = row.provider === null ? 'External requests' : `Wait for ${row.provider}`
  const waits = [
    ['Queue', 'wait', queue],
    ['Load model', 'wait', load],
    [asked, 'attempt', Math.max(0, upstream - queue - load)],
  ] as const
  let startMs = auth
  return waits.map(([label, kind, ms]) => {
    const taken = Math.min(ms, Math.max(0, total - startMs))
    startMs += taken
    return phase(label, kind, startMs - taken, taken)
  })
}

function tokensOf({ completion_tokens: tokens }: RequestDetail): string | null {
  return tokens === 0 ? null : `${tokens.toLocaleString('en')} tokens`
}

function phase(
  label: string,
  kind: RequestPhase['kind'],
  startMs: number,
  ms: number,
  detail: string | null = null,
): RequestPhase {
  return { label, detail, kind, startMs, ms, note: null }
}
