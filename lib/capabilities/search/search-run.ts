import type { Call } from '#lib/capabilities/call.ts'
import type { SearchStep, SearchStepName } from '#lib/contracts/search.ts'
import type { Usage } from '#lib/contracts/usage.ts'
import { ApiError } from '#lib/errors.ts'
import { OutsideClock } from './outside-clock.ts'
import { PartCall } from '#lib/capabilities/part-call.ts'
import { noUsage, sumUsage } from './sum-usage.ts'

/** A step on its way; `call` is for everything that it asks. */
export interface OpenStep {
  readonly call: Call
  /** @param note in words: what it made of it, or why it was left out */
  end(note?: string): SearchStep
}

/** What the steps of one search share: a deadline, the tokens of all, the time spent outside, and one way to stop. */
export class SearchRun implements Disposable {
  readonly signal: AbortSignal
  readonly #call: Call
  readonly #clock: OutsideClock
  readonly #stop = new AbortController()
  readonly #timer: NodeJS.Timeout
  #usage = noUsage
  #estimated = false
  /** Whether something of the answer is out: a failure then has another name. */
  committed = false

  constructor(call: Call, deadlineMs: number) {
    this.#call = call
    this.#clock = new OutsideClock(ms => call.waited('upstream', ms))
    this.#timer = setTimeout(() => this.#stop.abort(this.#tooLate(deadlineMs)), deadlineMs)
    this.signal = AbortSignal.any([call.signal, this.#stop.signal])
  }

  get usage(): Usage {
    return this.#usage
  }

  get teamId(): string {
    return this.#call.teamId
  }

  open(name: SearchStepName): OpenStep {
    const startedAt = performance.now()
    let tokens = 0
    const call = new PartCall(this.#call, this.signal, (usage, estimated) => {
      tokens += usage.total_tokens
      this.#meter(usage, estimated)
    })
    return {
      call,
      end: note => ({
        name,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(tokens > 0 && { tokens }),
        ...(note !== undefined && note !== '' && { note }),
      }),
    }
  }

  /** Work that waits for a model, a backend, a page or the library. */
  outside<T>(work: Promise<T>): Promise<T> {
    return this.#clock.during(work)
  }

  /** Stops what still runs beside the answer: nobody waits for it. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#stop.abort(new ApiError('client_closed', 'The search is over.'))
  }

  #meter(usage: Usage, estimated: boolean): void {
    this.#usage = sumUsage(this.#usage, usage)
    this.#estimated ||= estimated
    this.#call.meter(this.#usage, { estimated: this.#estimated })
  }

  #tooLate(deadlineMs: number): ApiError {
    const message = `The search took longer than ${Math.round(deadlineMs / 1000)} s. Try again, or set optimizationMode to speed.`
    return new ApiError(this.committed ? 'upstream_stream_timeout' : 'upstream_timeout', message)
  }
}
