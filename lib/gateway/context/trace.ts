import type { Charge } from '#lib/capabilities/charge.ts'
import type { LibraryReceipt } from '#lib/capabilities/library/library-receipt.ts'
import type {
  AttemptedTarget,
  NamedTarget,
  SearchOutcomeNote,
  SessionFields,
  Trace,
} from '#lib/capabilities/request-context.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'
import type { ApiError, ErrorCode } from '#lib/errors.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import type { HttpCapture } from '#lib/gateway/request-log/http-capture.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { AttemptLog } from './attempt-log.ts'

type TraceColumns = Pick<
  NewRequestRow,
  | 'provider'
  | 'attempts'
  | 'firstMs'
  | 'authMs'
  | 'queueMs'
  | 'loadMs'
  | 'upstreamMs'
  | 'attemptList'
  | 'ignored'
  | 'cutAtTokens'
>

/** Attempts, waits and outcomes of a request, for its response headers, its row, the log and the metrics. */
export class RequestTrace implements Trace {
  readonly #gateway: Gateway
  readonly #requestId: string
  readonly #startedAt: number
  readonly #onAttempt: () => void
  readonly #attemptLog: AttemptLog
  readonly #waitedMs = { queue: 0, load: 0, upstream: 0 }
  #authMs = 0
  #attemptAt: number | null = null
  /** Attempts that have neither failed nor been counted. */
  #unsettled = 0
  #truncated = false
  #retires: string | null = null
  #successor: string | null = null
  #skipped: string | null = null
  #answerTokensMax: number | null = null
  #cutAtTokens: number | null = null
  #ignored: string | null = null
  #defaultModelId: string | null = null
  #estimated = false
  #upstreamRequestId: string | null = null
  #turnState: string | null = null
  #cache: 'hit' | 'miss' | null = null
  #search: string | null = null
  #library: string | null = null
  #modelState: string | null = null
  #loadReason: string | null = null
  /** Records both HTTP sides, where the key logs payloads. */
  exchanges: HttpCapture | null = null
  attempts = 0
  /** The provider of the last attempt. */
  providerId: string | null = null
  /** Its deployment; null: the model has only one. */
  deployment: string | null = null
  /** Its API format; null: the operation has none. */
  apiFormat: ApiFormat | null = null
  /** Members of the body that may name the client's session. */
  sessionFields: SessionFields | null = null
  /** The public id of the model of the last attempt. */
  modelId: string | null = null
  /** The same, if the registry lists the model. */
  listedModelId: string | null = null
  /** Of all attempts. */
  estimatedPromptTokens = 0
  estimatedCostNanos = 0
  /** Milliseconds to the first event of the answer. */
  firstMs: number | null = null

  /** @param startedAt of `performance.now()` */
  constructor(gateway: Gateway, requestId: string, startedAt: number, onAttempt: () => void) {
    this.#gateway = gateway
    this.#requestId = requestId
    this.#startedAt = startedAt
    this.#onAttempt = onAttempt
    this.#attemptLog = new AttemptLog(startedAt)
  }

  /** Ends the time of the key lookup. */
  authenticated(): void {
    this.#authMs = performance.now() - this.#startedAt
  }

  defaulted(modelId: string): void {
    this.#defaultModelId = modelId
  }

  /** The public id of the model that answers. */
  get answeringModelId(): string | null {
    return this.modelId ?? this.#defaultModelId
  }

  attempt(target: AttemptedTarget): void {
    if (this.providerId !== null && this.providerId !== target.providerId) this.settleAttempts('ok')
    if (target.fallbackReason) this.#gateway.metrics.fellBack(target.fallbackReason)
    this.attempts++
    this.#unsettled++
    this.#attemptAt = performance.now()
    this.#attemptLog.begin(target, this.#attemptAt)
    this.providerId = target.providerId
    this.modelId = target.modelId
    this.deployment = target.deployment
    this.#retires = target.retires
    this.#successor = target.successor
    this.apiFormat = target.apiFormat
    this.listedModelId = target.listed ? target.modelId : null
    this.estimatedPromptTokens += target.estimate.promptTokens
    this.estimatedCostNanos += target.estimate.costNanos
    this.#onAttempt()
  }

  attemptAnswered(target: AttemptedTarget): void {
    this.#attemptLog.answered(target, performance.now())
  }

  attemptFailed(target: AttemptedTarget, error: ApiError, unhealthy: boolean): void {
    const { providerHealth, metrics, log } = this.#gateway
    const { providerId, deployment } = target
    this.#attemptLog.failed(target, error, performance.now())
    this.#modelState = null
    providerHealth.failed(providerId, error)
    if (unhealthy) providerHealth.refused(providerId, deployment, error.message)
    this.#unsettled--
    metrics.attemptFailed(providerId, error.code)
    const named = deployment !== null && { deployment }
    log.info(
      {
        requestId: this.#requestId,
        provider: providerId,
        ...named,
        code: error.code,
        attempt: this.attempts,
      },
      `attempt failed: ${error.message}`,
    )
  }

  attemptCharged(target: AttemptedTarget, usage: Usage, charge: Charge): void {
    this.#attemptLog.charged(target, usage, charge)
  }

  passedOver(target: NamedTarget, refusal: ApiError): void {
    this.#attemptLog.skipped(target, refusal, performance.now())
    this.#skipped = toSkippedHeader(this.#skipped, target.modelId, refusal.code)
  }

  /** Counts the attempts that have not failed. @param result of the last one */
  settleAttempts(result: ErrorCode | 'ok'): void {
    const { metrics } = this.#gateway
    if (this.providerId === null || this.#unsettled <= 0) return
    if (this.#unsettled > 1) metrics.attempted(this.providerId, 'ok', this.#unsettled - 1)
    metrics.attempted(this.providerId, result, 1)
    this.#unsettled = 0
  }

  answerLimited(tokensMax: number | null): void {
    this.#answerTokensMax = tokensMax
  }

  answerCut(tokens: number): void {
    this.#cutAtTokens = tokens
  }

  session(fields: SessionFields): void {
    this.sessionFields = fields
  }

  ignored(names: readonly string[]): void {
    this.#ignored = names.length === 0 ? null : toIgnoredHeader(names)
  }

  estimated(): void {
    this.#estimated = true
  }

  upstreamRequest(id: string): void {
    this.#upstreamRequestId = /^[\w.:-]{1,128}$/.test(id) ? id : null
  }

  turnState(state: string): void {
    this.#turnState = /^[!-~]+$/.test(state) ? state : null
  }

  skipped(count: number): void {
    this.#gateway.metrics.skipped(count)
  }

  waited(phase: 'queue' | 'load' | 'upstream', ms: number, reason?: string | null): void {
    this.#waitedMs[phase] += ms
    if (phase === 'load' && ms > 0) this.#loadReason = reason ?? null
    if (phase !== 'upstream') return
    this.#attemptAt = null
  }

  truncated(limits: readonly string[]): void {
    this.#truncated = true
    this.#gateway.log.info({ requestId: this.#requestId, budgets: limits }, 'limits cut the result short')
  }

  /** @param note why the answer has not begun: the state of an embedded model that is being loaded */
  waits(note: string): void {
    this.#modelState = note.startsWith('loading ') ? note.replace(' ', '; progress=') : null
  }

  cached(hit: boolean): void {
    this.#cache = hit ? 'hit' : 'miss'
  }

  searched(outcomes: readonly SearchOutcomeNote[]): void {
    this.#search = toSearchHeader(outcomes)
  }

  kept(receipt: LibraryReceipt): void {
    this.#library = receipt.kept ? receipt.id : `skipped; reason=${receipt.reason}`
  }

  /** Records the TTFT; later calls are ignored. */
  first(): void {
    this.firstMs ??= performance.now() - this.#startedAt
  }

  /** Appends `sextant-*` and `server-timing`. */
  writeHeaders(to: string[]): void {
    const now = performance.now()
    const totalMs = now - this.#startedAt
    const { queue, load, upstream } = this.#waitedMs
    const outsideMs = upstream + (this.#attemptAt === null ? 0 : now - this.#attemptAt)
    if (this.providerId !== null) {
      to.push('sextant-provider', this.providerId, 'sextant-attempts', String(this.attempts))
    }
    if (this.deployment !== null) to.push('sextant-deployment', this.deployment)
    if (this.#skipped !== null) to.push('sextant-skipped', this.#skipped)
    if (this.#retires !== null) {
      const at = new Date(this.#retires)
      // No vendor says since when a model is deprecated: the day of the shutdown is the latest.
      to.push('deprecation', `@${at.getTime() / 1000}`, 'sunset', at.toUTCString())
      if (this.#successor !== null)
        to.push('link', `</v1/models/${encodeURI(this.#successor)}>; rel="successor-version"`)
    }
    if (this.#answerTokensMax !== null) to.push('sextant-max-tokens', String(this.#answerTokensMax))
    if (this.#ignored !== null) to.push('sextant-ignored', this.#ignored)
    if (this.#estimated) to.push('sextant-estimated', 'true')
    if (this.#upstreamRequestId !== null) to.push('sextant-upstream-request-id', this.#upstreamRequestId)
    if (this.#turnState !== null) to.push('x-codex-turn-state', this.#turnState)
    if (this.#truncated) to.push('sextant-truncated', 'true')
    if (this.#cache !== null) to.push('sextant-cache', this.#cache)
    if (this.#search !== null) to.push('sextant-search', this.#search)
    if (this.#library !== null) to.push('sextant-library', this.#library)
    const loaded = this.#loadReason === null ? 'loaded' : `loaded; reason=${this.#loadReason}`
    const state = load > 0 ? loaded : this.#modelState
    if (state !== null) to.push('sextant-model-state', state)
    to.push('sextant-overhead-ms', Math.max(0, totalMs - outsideMs).toFixed(2))
    to.push(
      'server-timing',
      `auth;dur=${this.#authMs.toFixed(2)}, queue;dur=${queue.toFixed(1)}${load > 0 ? `, load;dur=${load.toFixed(1)}` : ''}, upstream;dur=${outsideMs.toFixed(1)}, total;dur=${totalMs.toFixed(1)}`,
    )
  }

  /** The columns of the request row. */
  columns(): TraceColumns {
    return {
      provider: this.providerId,
      attempts: this.attempts,
      firstMs: this.firstMs,
      authMs: this.#authMs,
      queueMs: this.#waitedMs.queue,
      loadMs: this.#waitedMs.load,
      upstreamMs: this.#waitedMs.upstream,
      attemptList: this.#attemptLog.list(),
      ignored: this.#ignored,
      cutAtTokens: this.#cutAtTokens,
    }
  }
}

// Search servers choose engine names freely, but headers allow neither line breaks nor most alphabets.
const notInEntry = /[^ -:<>-~]/gu

/** The value of `sextant-search`: the result of each backend, or the reason for none. */
function toSearchHeader(outcomes: readonly SearchOutcomeNote[]): string {
  return outcomes.map(({ backend, outcome }) => `${backend.replace(notInEntry, '?')}=${outcome}`).join(';')
}

const skippedLengthMax = 512

/** The value of `sextant-skipped` with another model; of one with several deployments, the first. */
function toSkippedHeader(before: string | null, modelId: string, code: ErrorCode): string {
  const entry = `${modelId.replace(notInEntry, '?')}=${code}`
  if (before === null) return entry
  const isNamed = before.split(';').includes(entry)
  return isNamed || before.length + entry.length >= skippedLengthMax ? before : `${before};${entry}`
}

const ignoredLengthMax = 512

function toIgnoredHeader(names: readonly string[]): string {
  const text = names.join(', ').replace(/[^ -~]/gu, '?')
  return text.length <= ignoredLengthMax ? text : `${text.slice(0, ignoredLengthMax - 3)}...`
}
