import type { ApiError } from '#lib/errors.ts'
import type { RequestAttempt } from '#lib/store/request-row.ts'

// A search asks several models, each with its retries; more than this nobody reads.
const attemptsMax = 32
const messageLengthMax = 300

/** Whom a call asked, for how long, and why it asked again. Times are milliseconds of one clock. */
export class AttemptLog {
  readonly #startedAt: number
  readonly #attempts: { -readonly [K in keyof RequestAttempt]: RequestAttempt[K] }[] = []
  #open = false

  /** @param startedAt when the call began */
  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  begin(provider: string, model: string, at: number): void {
    this.answered(at)
    if (this.#attempts.length >= attemptsMax) return
    this.#attempts.push({ provider, model, startMs: at - this.#startedAt, ms: 0, error: null })
    this.#open = true
  }

  /** The one that is going on has an answer, or the beginning of one. */
  answered(at: number): void {
    this.#end(at, null)
  }

  failed({ code, message }: ApiError, at: number): void {
    this.#end(at, { code, message: message.slice(0, messageLengthMax) })
  }

  /** @returns null where there is nothing that the row itself does not say */
  list(): readonly RequestAttempt[] | null {
    const [first] = this.#attempts
    if (first === undefined || (this.#attempts.length === 1 && first.error === null)) return null
    return this.#attempts.map(each => ({
      ...each,
      startMs: Math.round(each.startMs),
      ms: Math.round(each.ms),
    }))
  }

  #end(at: number, error: RequestAttempt['error']): void {
    const last = this.#attempts.at(-1)
    if (last === undefined || (!this.#open && error === null)) return
    // What was timed as it ended is told again as failed.
    if (this.#open) last.ms = at - this.#startedAt - last.startMs
    last.error = error
    this.#open = false
  }
}
