import type { SearchStep, SearchStepName } from '#lib/contracts/api/search/search.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError } from '#lib/errors.ts'
import { type Charge, sumCharges, withCharge } from '#lib/capabilities/charge.ts'
import type { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import { sumUsage } from '#lib/capabilities/sum-usage.ts'
import { deriveContext, type MeterOptions, type RequestContext } from '#lib/capabilities/request-context.ts'
import type { Search, SearchOutcome, SearchQuery } from '#lib/search-backends/create-search.ts'
import { SearchBill } from './search-bill.ts'

/** A running step; `call` is the context of its requests. */
export interface OpenStep {
  readonly context: RequestContext
  /** @param note its result, or why it was skipped */
  end(note?: string): SearchStep
}

/** Measures external wait time across parallel requests. */
class OutsideClock {
  readonly #report: (ms: number) => void
  #open = 0
  #since = 0

  constructor(report: (ms: number) => void) {
    this.#report = report
  }

  async during<T>(work: Promise<T>): Promise<T> {
    if (this.#open++ === 0) this.#since = performance.now()
    try {
      return await work
    } finally {
      if (--this.#open === 0) this.#report(performance.now() - this.#since)
    }
  }
}

/** Zero usage, with the details that clients read. */
const noUsage: Usage = {
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0, text_tokens: 0, image_tokens: 0 },
  completion_tokens_details: { text_tokens: 0, audio_tokens: 0, reasoning_tokens: 0 },
}

/** State shared by the steps of one search: deadline, total tokens, external wait time and abort signal. */
export class SearchRun implements AsyncDisposable {
  readonly signal: AbortSignal
  readonly #bill: SearchBill
  readonly #context: RequestContext
  readonly #clock: OutsideClock
  readonly #searches: Promise<SearchOutcome>[] = []
  readonly #stop = new AbortController()
  readonly #timer: NodeJS.Timeout
  #usage = noUsage
  #estimated = false
  #charge: Charge | null = null
  /** Whether part of the answer was sent: failures then have another code. */
  committed = false
  #note: string | null = null
  #noted = Promise.withResolvers<void>()

  constructor(context: RequestContext, deadlineMs: number, reportedCosts: ReportedCosts) {
    this.#context = context
    this.#clock = new OutsideClock(ms => context.trace.waited('upstream', ms))
    this.#timer = setTimeout(() => this.#stop.abort(this.#tooLate(deadlineMs)), deadlineMs)
    this.signal = AbortSignal.any([context.signal, this.#stop.signal])
    const { budget } = context
    const charge = (each: Charge) => this.#meter(noUsage, { charge: each })
    this.#bill = new SearchBill({ signal: this.signal, budget }, reportedCosts, charge)
  }

  get usage(): Usage {
    return this.#usage
  }

  get teamId(): string {
    return this.#context.caller.teamId
  }

  open(name: SearchStepName): OpenStep {
    const startedAt = performance.now()
    let tokens = 0
    const context = deriveContext(this.#context, this.signal, (usage, options = {}) => {
      tokens += usage.total_tokens
      this.#meter(usage, options)
    })
    const trace = { ...context.trace, waits: this.#waits }
    return {
      context: { ...context, trace },
      end: note => ({
        name,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(tokens > 0 && { tokens }),
        ...(note !== undefined && note !== '' && { note }),
      }),
    }
  }

  /** Resolves when a step begins to wait for an embedded model, or gets ahead. */
  get noted(): Promise<void> {
    return this.#noted.promise
  }

  /** Why a step waits, and for which model; null: nothing new. */
  takeNote(): string | null {
    const note = this.#note
    this.#note = null
    this.#noted = Promise.withResolvers()
    return note
  }

  /** Work that waits for a model, a backend, a page or the library. */
  outside<T>(work: Promise<T>): Promise<T> {
    return this.#clock.during(work)
  }

  /** Queries search backends, which the run pays for. */
  search(backends: Search, query: Omit<SearchQuery, 'signal' | 'billing'>): Promise<SearchOutcome> {
    const search = backends({ ...query, signal: this.signal, billing: this.#bill })
    this.#searches.push(search)
    return this.outside(search)
  }

  /** Stops background work that is no longer needed, and waits for searches: what was sent is charged. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer)
    this.#stop.abort(new ApiError('client_closed', 'The search ended.'))
    await Promise.allSettled(this.#searches)
  }

  readonly #waits = (note: string, modelId: string): void => {
    this.#note = `${note}; model=${modelId}`
    this.#noted.resolve()
  }

  #meter(usage: Usage, { estimated = false, charge = null }: MeterOptions): void {
    this.#charge = sumCharges(this.#charge, charge)
    const sum = sumUsage(this.#usage, usage)
    this.#usage = this.#charge === null ? sum : withCharge(sum, this.#charge)
    this.#estimated ||= estimated
    this.#context.usage.meter(this.#usage, { estimated: this.#estimated, charge: this.#charge })
  }

  #tooLate(deadlineMs: number): ApiError {
    const message = `The search took longer than ${Math.round(deadlineMs / 1000)} s. Try again, or set optimizationMode to speed.`
    return new ApiError(this.committed ? 'upstream_stream_timeout' : 'upstream_timeout', message)
  }
}
