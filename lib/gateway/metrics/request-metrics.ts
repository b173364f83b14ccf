import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ErrorCode } from '#lib/errors.ts'
import { type ChargedPart, splitCharges } from '#lib/store/requests/charged-parts.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { type BoundedNames, MostUsedNames, otherName } from './bounded-names.ts'
import type { Count, Distribution, Family, MetricFamilies } from './metric-families.ts'

/** Any request that has ended, also one that is not in the log. */
export interface EndedRequest {
  readonly route: string
  readonly status: number
  readonly code: ErrorCode | null
  readonly totalMs: number
  readonly firstMs: number | null
  readonly usage: Usage | null
}

/** The part of a request row that the metrics read. */
export type MeasuredRow = Pick<
  NewRequestRow,
  | 'route'
  | 'model'
  | 'listedModel'
  | 'provider'
  | 'apiFormat'
  | 'status'
  | 'errorCode'
  | 'attempts'
  | 'upstreamMs'
  | 'totalMs'
  | 'stream'
  | 'promptTokens'
  | 'completionTokens'
  | 'cacheReadTokens'
  | 'cacheWriteTokens'
  | 'reasoningTokens'
  | 'costNanos'
  | 'costSource'
  | 'priceRef'
  | 'units'
  | 'attemptList'
>

export interface RequestMetrics {
  ended(request: EndedRequest): void
  /** @param firstMs to the first event, or to the complete response; null: there was none */
  recorded(row: MeasuredRow, firstMs: number | null): void
  /** Whether the model has series of its own, which only listed models have. */
  readonly hasModel: (id: string) => boolean
}

const modelsMax = 100
const costSeriesMax = 2_000

const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600]
const firstEventBounds = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 60, 300]
const overheadBounds = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5]
const tokensPerSecondBounds = [1, 2, 5, 10, 20, 40, 80, 160, 320]

type Outcome = 'ok' | 'refused' | 'failed' | 'canceled'

/** Requests by route, and by the model that answered. */
export function createRequestMetrics(families: MetricFamilies, providers: BoundedNames): RequestMetrics {
  const requests = families.counter({
    name: 'sextant_requests_total',
    help: 'Requests by route and status.',
    labels: ['route', 'status'],
  })
  const duration = families.histogram(
    { name: 'sextant_request_seconds', help: 'Duration of requests.', labels: ['route'] },
    requestBounds,
  )
  const first = families.histogram(
    {
      name: 'sextant_first_event_seconds',
      help: 'Time to the first event, or to a complete response.',
      labels: ['route'],
    },
    firstEventBounds,
  )
  const overhead = families.histogram(
    {
      name: 'sextant_overhead_seconds',
      help: 'Time to the first event without the wait for providers.',
      labels: ['route'],
    },
    overheadBounds,
  )
  const refusals = families.counter({
    name: 'sextant_refusals_total',
    help: 'Requests that ended with an error of the client, by code.',
    labels: ['code'],
  })
  const tokens = families.counter({
    name: 'sextant_tokens_total',
    help: 'Input and output tokens.',
    labels: ['kind'],
  })
  const prompt = tokens.of('prompt')
  const completion = tokens.of('completion')
  const models = new ModelMetrics(families, providers)
  const routes = new Map<string, RouteSeries>()
  const overheads = new Map<string, Distribution>()

  function bind({ route, status }: EndedRequest): RouteSeries {
    const bound = {
      count: requests.of(route, String(status)),
      total: duration.of(route),
      first: first.of(route),
    }
    routes.set(`${route} ${status}`, bound)
    return bound
  }

  return {
    ended(request) {
      const { route, status, code, totalMs, firstMs, usage } = request
      const series = routes.get(`${route} ${status}`) ?? bind(request)
      series.count.add()
      series.total.observe(totalMs / 1000)
      if (firstMs !== null) series.first.observe(firstMs / 1000)
      if (code !== null && toOutcome(status, code) === 'refused') refusals.of(code).add()
      if (usage === null) return
      prompt.add(usage.prompt_tokens)
      completion.add(usage.completion_tokens)
    },

    recorded(row, firstMs) {
      if (row.attempts > 0 && firstMs !== null) {
        let observed = overheads.get(row.route)
        if (observed === undefined) overheads.set(row.route, (observed = overhead.of(row.route)))
        observed.observe(Math.max(0, firstMs - row.upstreamMs) / 1000)
      }
      models.recorded(row, firstMs)
    },

    hasModel: id => models.has(id),
  }
}

interface RouteSeries {
  readonly count: Count
  readonly total: Distribution
  readonly first: Distribution
}

/** The series of one model. Of a kind that it never has, it gets none. */
interface ModelSeries {
  readonly name: string
  readonly outcomes: Map<string, Count>
  readonly costs: Map<string, Count>
  firstEvent: Distribution | null
  tokensPerSecond: Distribution | null
  tokens: TokenSeries | null
}

type CountedPart = Omit<ChargedPart, 'model' | 'units' | 'priceRef'>

type TokenSeries = Readonly<Record<'input' | 'cached' | 'cacheWrite' | 'output' | 'reasoning', Count>>

/** Models that the registry lists: the others, which only a provider knows, are the words of callers. */
class ModelMetrics {
  readonly #families: ReturnType<typeof createModelFamilies>
  readonly #unpriced: Family<Count>
  readonly #providers: BoundedNames
  readonly #models: MostUsedNames<ModelSeries>

  constructor(families: MetricFamilies, providers: BoundedNames) {
    this.#families = createModelFamilies(families)
    this.#unpriced = families.counter({
      name: 'sextant_unpriced_requests_total',
      help: 'Requests to models without a price.',
      labels: ['provider'],
    })
    this.#providers = providers
    this.#models = new MostUsedNames({
      max: modelsMax,
      create: toModelSeries,
      drop: name => {
        for (const family of Object.values(this.#families)) family.merge(name, otherName)
      },
    })
    families.beforePrint(() => this.#models.rank())
  }

  has(id: string): boolean {
    return this.#models.has(id)
  }

  recorded(row: MeasuredRow, firstMs: number | null): void {
    const series = this.#seriesOf(row)
    if (series === null) return
    this.#countOutcome(series, row)
    this.#observeSpeed(series, row, firstMs)
    const parts = splitCharges(row, null)
    this.#countUnpriced(parts ?? [row])
    if (parts === null) return this.#countPart(series, row)
    for (const part of parts) {
      this.#countPart(part.model === null ? series : this.#models.use(part.model), part)
    }
  }

  /** Once for a request, by its first provider without a price. */
  #countUnpriced(parts: readonly CountedPart[]): void {
    const unpriced = parts.find(({ costSource, provider }) => costSource === 'unpriced' && provider !== null)
    if (unpriced?.provider) this.#unpriced.of(this.#providers.of(unpriced.provider)).add()
  }

  /** Attempts that are billed count for their own model. */
  #countPart(series: ModelSeries, part: CountedPart): void {
    this.#countTokens(series, part)
    this.#countCost(series, part)
  }

  /** Null: the request is not for a model. */
  #seriesOf({ model, listedModel = null }: MeasuredRow): ModelSeries | null {
    if (listedModel !== null) return this.#models.use(listedModel)
    if (model === null) return null
    // A request that was refused before a provider was asked.
    return this.#models.has(model) ? this.#models.use(model) : this.#models.other
  }

  #countOutcome({ name, outcomes }: ModelSeries, { apiFormat, status, errorCode }: MeasuredRow): void {
    const outcome = toOutcome(status, errorCode ?? null)
    const key = apiFormat === null ? outcome : `${apiFormat} ${outcome}`
    let count = outcomes.get(key)
    if (count === undefined)
      outcomes.set(key, (count = this.#families.requests.of(name, apiFormat ?? '', outcome)))
    count.add()
  }

  #countTokens(series: ModelSeries, row: CountedPart): void {
    const { promptTokens, completionTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = row
    if (promptTokens === 0 && completionTokens === 0) return
    series.tokens ??= this.#toTokenSeries(series.name)
    const { input, cached, cacheWrite, output, reasoning } = series.tokens
    input.add(Math.max(0, promptTokens - cacheReadTokens - cacheWriteTokens))
    cached.add(cacheReadTokens)
    cacheWrite.add(cacheWriteTokens)
    output.add(Math.max(0, completionTokens - reasoningTokens))
    reasoning.add(reasoningTokens)
  }

  #observeSpeed(series: ModelSeries, row: MeasuredRow, firstMs: number | null): void {
    // A complete answer has no first event of its own.
    if (!row.stream || firstMs === null || row.completionTokens === 0) return
    series.firstEvent ??= this.#families.firstEvent.of(series.name)
    series.firstEvent.observe(firstMs / 1000)
    const answerMs = row.totalMs - firstMs
    // One piece has no speed, and neither has a stream that arrived at once.
    if (answerMs < 1 || row.completionTokens < 2) return
    series.tokensPerSecond ??= this.#families.tokensPerSecond.of(series.name)
    series.tokensPerSecond.observe(((row.completionTokens - 1) / answerMs) * 1000)
  }

  #countCost({ name, costs }: ModelSeries, { provider, costSource, costNanos }: CountedPart): void {
    if (costSource === null || provider === null) return
    const key = `${provider} ${costSource}`
    let count = costs.get(key)
    if (count === undefined) {
      const isFull = this.#families.cost.size >= costSeriesMax
      count = this.#families.cost.of(name, isFull ? otherName : this.#providers.of(provider), costSource)
      costs.set(key, count)
    }
    count.add(costNanos / 1e9)
  }

  #toTokenSeries(name: string): TokenSeries {
    const { tokens } = this.#families
    return {
      input: tokens.of(name, 'input'),
      cached: tokens.of(name, 'cached'),
      cacheWrite: tokens.of(name, 'cache_write'),
      output: tokens.of(name, 'output'),
      reasoning: tokens.of(name, 'reasoning'),
    }
  }
}

/** The first label of each is the model. */
function createModelFamilies(families: MetricFamilies) {
  return {
    requests: families.counter({
      name: 'sextant_model_requests_total',
      help: 'Requests by model, API format and outcome (ok, refused, failed, canceled).',
      labels: ['model', 'api_format', 'outcome'],
    }),
    firstEvent: families.histogram(
      {
        name: 'sextant_model_first_event_seconds',
        help: 'Time to the first event of streams.',
        labels: ['model'],
      },
      firstEventBounds,
    ),
    tokensPerSecond: families.histogram(
      {
        name: 'sextant_model_output_tokens_per_second',
        help: 'Output tokens per second of streams, after the first event.',
        labels: ['model'],
      },
      tokensPerSecondBounds,
    ),
    tokens: families.counter({
      name: 'sextant_model_tokens_total',
      help: 'Tokens by model and kind (input, cached, cache_write, output, reasoning); no token counts twice.',
      labels: ['model', 'kind'],
    }),
    cost: families.counter({
      name: 'sextant_cost_usd_total',
      help: 'Cost in US dollars by model, provider and source of the cost.',
      labels: ['model', 'provider', 'source'],
    }),
  }
}

function toModelSeries(name: string): ModelSeries {
  return {
    name,
    outcomes: new Map(),
    costs: new Map(),
    firstEvent: null,
    tokensPerSecond: null,
    tokens: null,
  }
}

function toOutcome(status: number, code: string | null): Outcome {
  if (code === null) return 'ok'
  if (code === 'client_closed') return 'canceled'
  return status < 500 ? 'refused' : 'failed'
}
