import type { OpenCircuit } from '#lib/capabilities/attempts/circuit.ts'
import type { Cooldown } from '#lib/capabilities/routing/cooldowns.ts'
import { otherName } from './bounded-names.ts'
import type { MetricFamilies, Reading } from './metric-families.ts'

/** A process of this installation, or all of a kind. */
export interface ProcessState {
  readonly name: string
  readonly residentBytes: number
  /** Since the start of the process that restarts it. */
  readonly restarts: number
}

/** The embedded models, as the models process reports them. */
export interface ModelsState {
  readonly waiting: Readonly<Record<string, number>>
  readonly residentBytes: Readonly<Record<string, number>>
}

/** Read for each scrape. */
export interface GaugeSources {
  readonly openCalls: () => number
  readonly queuedRows: () => number
  readonly spooledRows: () => number
  readonly areLimitsDegraded: () => boolean
  readonly isStoreUnavailable: () => Promise<boolean>
  /** All that are configured. */
  readonly providers: () => readonly string[]
  readonly unhealthyProviders: () => Iterable<string>
  readonly openCircuits: () => readonly OpenCircuit[]
  readonly cooldowns: () => readonly Cooldown[]
  /** Names of deployments that the configuration has: names of others may be words of callers. */
  readonly deployments: () => readonly string[]
  /** Null: budgets are not shown. */
  readonly budgets: (() => Iterable<readonly [id: string, remainingRatio: number]>) | null
  readonly processes: () => Promise<readonly ProcessState[]>
  /** Null: there is no models process, or it does not answer. */
  readonly models: () => Promise<ModelsState | null>
  /** Of the disk with the data folder. @throws Error if it cannot be read */
  readonly diskFreeRatio: () => Promise<number>
  /** As `YYYY-MM-DD`. */
  readonly priceCatalogMade: () => string
  readonly version: string
  /** Null: the database did not respond yet. */
  readonly schema: () => Promise<number | null>
}

const providersMax = 50
const deploymentsMax = 200
const budgetsMax = 200
const embeddedModelsMax = 50

/**
 * Metrics that are a state.
 * @param isListed whether the registry lists the model: other names may be words of callers
 */
export function createGauges(
  families: MetricFamilies,
  sources: GaugeSources,
  isListed: (model: string) => boolean,
): void {
  const gauge = (name: string, help: string, read: () => Reading | Promise<Reading>): void =>
    families.gauge({ name, help }, read)
  gauge('sextant_open_calls', 'Calls in flight.', sources.openCalls)
  gauge(
    'sextant_price_catalog_age_seconds',
    'Time since the day of the price catalog.',
    () => (Date.now() - Date.parse(sources.priceCatalogMade())) / 1000,
  )
  gauge(
    'sextant_disk_free_ratio',
    'Share of the disk of the data folder that is free.',
    sources.diskFreeRatio,
  )
  gauge('sextant_queued_request_rows', 'Request rows waiting to be written.', sources.queuedRows)
  gauge(
    'sextant_spooled_rows',
    'Request rows in a file, because the database did not take them.',
    sources.spooledRows,
  )
  gauge(
    'sextant_limits_degraded',
    '1 while rate limits do not hold over all instances, because the database does not respond.',
    () => Number(sources.areLimitsDegraded()),
  )
  gauge('sextant_store_unavailable', '1 while the database does not respond.', async () =>
    Number(await sources.isStoreUnavailable()),
  )
  families.gauge(
    {
      name: 'sextant_info',
      help: 'The version of Sextant and the schema of its database.',
      labels: ['version', 'schema'],
    },
    async () => [[[sources.version, String((await sources.schema()) ?? '')], 1]],
  )
  createProviderGauges(families, sources, isListed)
  createBudgetGauge(families, sources.budgets)
  createProcessGauges(families, sources)
}

function createProviderGauges(
  families: MetricFamilies,
  { providers, unhealthyProviders, openCircuits, cooldowns, deployments }: GaugeSources,
  isListed: (model: string) => boolean,
): void {
  const closed = new SeenNames()
  const used = new SeenNames()
  families.gauge(
    {
      name: 'sextant_provider_unhealthy',
      help: '1 for a provider that needs attention, such as one that rejects its API key.',
      labels: ['provider'],
    },
    () => toStates(unhealthyProviders(), providers(), providersMax),
  )
  families.gauge(
    {
      name: 'sextant_circuit_open',
      help: '1 for a deployment that gets no requests, because it failed too often.',
      labels: ['deployment'],
    },
    () => {
      const known = deployments().map(withoutKey)
      const other = providers().map(provider => `${provider}/${otherName}`)
      const open = toNamed(openCircuits().map(({ key }) => key))
      return toStates(open, [...known, ...closed.noted(open), ...other], deploymentsMax)
    },
  )
  families.gauge(
    {
      name: 'sextant_key_cooling',
      help: '1 for a deployment or key that gets no requests for a while: limited, rejected or without balance.',
      labels: ['deployment'],
    },
    () => {
      const cooling = toNamed(cooldowns().flatMap(({ name, waitMs }) => (waitMs > 0 ? name : [])))
      const keys = deployments().map(name => name.slice(0, name.indexOf('/')))
      return toStates(cooling, [...keys, ...providers(), ...used.noted(cooling)], deploymentsMax)
    },
  )

  function toNamed(names: readonly string[]): Iterable<string> {
    const known = new Set(deployments().flatMap(name => [name, withoutKey(name)]))
    // Without a model, the name is that of a key.
    const isKnown = (name: string) => !name.includes('/') || known.has(name) || isListed(withoutKey(name))
    return new Set(names.map(name => (isKnown(name) ? name : `${providerOf(name)}/${otherName}`)))
  }
}

/** 1 for names in a state, then 0 for the others that are known: a series without a beginning cannot be compared. */
function toStates(inState: Iterable<string>, known: Iterable<string>, max: number): Reading {
  const states = new Map<string, number>()
  for (const name of inState) states.set(name, 1)
  for (const name of known) if (!states.has(name)) states.set(name, 0)
  return Array.from(states, ([name, value]) => [[name], value] as const).slice(0, max)
}

/** Names that were once in a state: their series go on. */
class SeenNames {
  readonly #names = new Set<string>()

  noted(names: Iterable<string>): Iterable<string> {
    for (const name of names) if (this.#names.size < deploymentsMax) this.#names.add(name)
    return this.#names
  }
}

/** `openai#2/gpt-6-sol` is the second key of `openai/gpt-6-sol`. */
function withoutKey(name: string): string {
  return name.replace(/^([^/#]*)#\d+\//, '$1/')
}

function providerOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

function createBudgetGauge(families: MetricFamilies, budgets: GaugeSources['budgets']): void {
  if (budgets === null) return
  families.gauge(
    {
      name: 'sextant_budget_remaining_ratio',
      help: 'Share of a budget that is left, of budgets in use at this instance.',
      labels: ['budget'],
    },
    () =>
      Array.from(budgets(), ([id, ratio]) => [[id], ratio] as const)
        // Those that are used up first.
        .toSorted(([, one], [, other]) => one - other)
        .slice(0, budgetsMax),
  )
}

function createProcessGauges(families: MetricFamilies, { processes, models }: GaugeSources): void {
  const shared = { processes: once(processes), models: once(models) }
  families.gauge(
    {
      name: 'sextant_process_resident_bytes',
      help: 'Memory of the processes; parsers are all processes that read files.',
      labels: ['process'],
    },
    async () => (await shared.processes()).map(({ name, residentBytes }) => [[name], residentBytes] as const),
  )
  families.gauge(
    {
      name: 'sextant_process_restarts_total',
      help: 'Processes that ended unexpectedly and were started again.',
      labels: ['process'],
    },
    async () => (await shared.processes()).map(({ name, restarts }) => [[name], restarts] as const),
    'counter',
  )
  families.gauge(
    { name: 'sextant_models_queue_depth', help: 'Calls that wait for an embedded model.', labels: ['model'] },
    async () => toReading((await shared.models())?.waiting),
  )
  families.gauge(
    {
      name: 'sextant_models_resident_bytes',
      help: 'Memory of the embedded models that are loaded.',
      labels: ['model'],
    },
    async () => toReading((await shared.models())?.residentBytes),
  )
}

function toReading(values: Readonly<Record<string, number>> = {}): Reading {
  return Object.entries(values)
    .slice(0, embeddedModelsMax)
    .map(([name, value]) => [[name], value] as const)
}

/** Metrics of one scrape share an answer. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () =>
    (running ??= read().finally(() => {
      running = null
    }))
}
