import type { AttemptedTarget, NamedTarget } from '#lib/capabilities/request-context.ts'
import type { ApiError } from '#lib/errors.ts'
import type { RequestAttempt } from '#lib/store/requests/request-row.ts'

type Entry = { -readonly [K in keyof RequestAttempt]: RequestAttempt[K] }

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

  /** @returns null where the row itself has all details */
  list(): readonly RequestAttempt[] | null {
    const [first] = this.#attempts
    const isOnly = this.#attempts.length === 1
    if (first === undefined || (isOnly && (first.error === null || first.skipped === true))) return null
    return this.#attempts.map(each => ({
      ...each,
      startMs: Math.round(each.startMs),
      ms: Math.round(each.ms),
    }))
  }

  /** @returns null: there are enough */
  #add({ providerId, modelId, deployment }: NamedTarget, at: number): Entry | null {
    if (this.#attempts.length >= attemptsMax) return null
    const named = deployment !== null && { deployment }
    const startMs = at - this.#startedAt
    const entry: Entry = { provider: providerId, model: modelId, ...named, startMs, ms: 0, error: null }
    this.#attempts.push(entry)
    return entry
  }
}

function toEntryError({ code, message }: ApiError): RequestAttempt['error'] {
  return { code, message: message.slice(0, messageLengthMax) }
}
