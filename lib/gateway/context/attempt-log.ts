import type { AttemptedTarget, NamedTarget } from '#lib/capabilities/request-context.ts'
import type { Charge } from '#lib/capabilities/charge.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ApiError } from '#lib/errors.ts'
import type { AttemptCharge, RequestAttempt } from '#lib/store/requests/request-row.ts'
import { chargeColumns, tokenColumns } from './usage.ts'

type Entry = { -readonly [K in keyof Omit<RequestAttempt, 'charge'>]: RequestAttempt[K] } & {
  charged: Charged | null
}

interface Charged {
  readonly usage: Usage
  readonly charge: Charge
}

// A search uses several models, each with retries; more entries are not useful.
const attemptsMax = 32

const messageLengthMax = 300

/** The targets a request tried, with durations and retry reasons. Times are milliseconds of one clock. */
export class AttemptLog {
  readonly #startedAt: number
  readonly #attempts: Entry[] = []
  /** Steps of a request may try targets at the same time. */
  readonly #entries = new Map<AttemptedTarget, Entry>()
  readonly #open = new Set<Entry>()

  /** @param startedAt when the request began */
  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  begin(target: AttemptedTarget, at: number): void {
    const entry = this.#add(target, at)
    if (entry === null) return
    this.#entries.set(target, entry)
    this.#open.add(entry)
  }

  /** A target was not asked. */
  skipped(target: NamedTarget, error: ApiError, at: number): void {
    const entry = this.#add(target, at)
    if (entry === null) return
    entry.error = toEntryError(error)
    entry.skipped = true
  }

  /** The attempt has a response, or its beginning. */
  answered(target: AttemptedTarget, at: number): void {
    const entry = this.#entries.get(target)
    if (entry !== undefined && this.#open.delete(entry)) entry.ms = at - this.#startedAt - entry.startMs
  }

  failed(target: AttemptedTarget, error: ApiError, at: number): void {
    this.answered(target, at)
    const entry = this.#entries.get(target)
    if (entry !== undefined) entry.error = toEntryError(error)
  }

  /** Where a model is only a client's word for it, no usage is kept under its name. */
  charged(target: AttemptedTarget, usage: Usage, charge: Charge): void {
    const entry = this.#entries.get(target)
    if (entry !== undefined && target.listed) entry.charged = { usage, charge }
  }

  /** @returns null where the row itself has all details */
  list(): readonly RequestAttempt[] | null {
    const [first] = this.#attempts
    const isOnly = this.#attempts.length === 1
    if (first === undefined || (isOnly && (first.error === null || first.skipped === true))) return null
    return this.#attempts.map(({ charged, ...each }) => ({
      ...each,
      startMs: Math.round(each.startMs),
      ms: Math.round(each.ms),
      ...(charged !== null && { charge: toCharge(charged) }),
    }))
  }

  /** @returns null: there are enough */
  #add({ providerId, modelId, deployment }: NamedTarget, at: number): Entry | null {
    if (this.#attempts.length >= attemptsMax) return null
    const named = deployment !== null && { deployment }
    const startMs = at - this.#startedAt
    const entry: Entry = {
      provider: providerId,
      model: modelId,
      ...named,
      startMs,
      ms: 0,
      error: null,
      charged: null,
    }
    this.#attempts.push(entry)
    return entry
  }
}

function toCharge({ usage, charge }: Charged): AttemptCharge {
  const { costNanos, costSource, priceRef, units } = chargeColumns(charge)
  return {
    ...tokenColumns(usage),
    costNanos,
    costSource: costSource ?? charge.source,
    priceRef,
    units,
  }
}

function toEntryError({ code, message }: ApiError): RequestAttempt['error'] {
  return { code, message: message.slice(0, messageLengthMax) }
}
