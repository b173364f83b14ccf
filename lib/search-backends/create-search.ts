import type { ApiError } from '#lib/errors.ts'
import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import { untilAborted } from '#lib/until-aborted.ts'
import { type Asked, askBackend, type OnBackendAnswered } from './ask-backend.ts'
import type { BackendSettings } from './backend-settings.ts'
import { BackendCooldowns, type SearchCircuits } from './backend-cooldowns.ts'
import { createBackends, type BackendsSettings } from './create-backends.ts'
import type {
  SearchBackend,
  SearchDocument,
  SearchFailure,
  SearchKind,
  SearchReport,
} from './search-backend.ts'
import type { SearchBilling } from './search-billing.ts'
import { searchPlans } from './search-modes.ts'
import { shorten } from './shorten.ts'
import { Worker } from 'node:worker_threads'
import type { CalculatorReply } from './calculator/calculator-worker.ts'
import { toIdentity } from '#lib/web/crawl/identity.ts'

export interface SearchSettings extends Omit<BackendsSettings, 'cooldowns'> {
  readonly configured: readonly BackendSettings<ConfiguredId>[]
  /** Whether `configured` has the operator's order; otherwise `search-modes.ts` has one for each type. */
  readonly ordered: boolean
  /** Public servers that may be queried; the calculator sends nothing and is always available. */
  readonly builtIn: readonly BackendSettings<BuiltInId>[]
  readonly circuits: SearchCircuits
  /** Called with failures that indicate a bug. */
  readonly onFault: (error: unknown) => void
  readonly onAnswered?: OnBackendAnswered
}

export interface SearchQuery {
  /** The query as sent; truncated to 400 characters at a word. */
  readonly query: string
  readonly kind: SearchKind
  /** Maximum number of documents, 1 to 50. */
  readonly limit: number
  /** BCP 47; absent: none is sent. */
  readonly language?: string
  /** Only results on these hosts and their subdomains. */
  readonly hosts?: readonly string[]
  /** Total timeout in milliseconds; absent: 20 s. */
  readonly timeoutMs?: number
  /** Absent: nothing is charged. */
  readonly billing?: SearchBilling
  readonly signal: AbortSignal
}

export interface SearchOutcome {
  /** One per page, best first; lists of several backends are merged by reciprocal rank. */
  readonly documents: readonly SearchDocument[]
  /** Direct answers of backends, each with a URL: sources that come before all documents. */
  readonly answers: readonly SearchDocument[]
  /** Direct answers without a URL, such as a calculation: nothing can cite them. */
  readonly results: readonly string[]
  readonly suggestions: readonly string[]
  /** Backends that failed, in query order, and engines of a backend that did respond. */
  readonly failures: readonly SearchFailure[]
  /** Backends that responded; none: the search failed. */
  readonly answered: readonly SearchReport[]
  /** The error of a budget that could not pay a backend; null: it could, or another one responded. */
  readonly unpaid: ApiError | null
}

/**
 * Queries the backends for a type in order until one responds; if none does, the built-in ones. Backend failures
 * are reported in the result, not thrown.
 * @throws the signal's reason on abort
 */
export type Search = (query: SearchQuery) => Promise<SearchOutcome>

const searchMs = 20_000

export function createSearch(settings: SearchSettings): Search {
  const calculator = createCalculator()
  const cooldowns = new BackendCooldowns(settings.circuits)
  const backends = createBackends({ ...settings, cooldowns }).set(calculator.id, calculator)
  const deps = { cooldowns, onFault: settings.onFault, onAnswered: settings.onAnswered }
  const keyless: ReadonlySet<string> = new Set([...settings.builtIn.map(({ id }) => id), calculator.id])

  return async ({ kind, limit, language, hosts, timeoutMs = searchMs, signal, query: text, billing }) => {
    const { site } = searchPlans[kind]
    const late = AbortSignal.timeout(timeoutMs)
    const query = {
      query: shorten(text),
      kind,
      limit,
      ...(language !== undefined && { language }),
      ...(site !== undefined && { site }),
      ...(hosts !== undefined && { hosts }),
      signal,
    }
    const asked: Asked[] = []
    const failures: SearchFailure[] = []
    for (const group of toGroups(kind)) {
      const options = { ...deps, late, ...(billing && { billing }) }
      const outcomes = await Promise.all(group.map(each => askBackend(each, query, options)))
      for (const outcome of outcomes) {
        if ('kind' in outcome) failures.push(outcome)
        // A query the calculator cannot parse is not a failed search.
        else if (outcome.backend !== calculator.id || outcome.results.length > 0) asked.push(outcome)
      }
      if (isEnough(kind, asked) || late.aborted) break
    }
    return toOutcome(asked, failures, limit)
  }

  /** Configured ones one by one, then the built-in ones together. */
  function toGroups(kind: SearchKind): SearchBackend[][] {
    const { configured, builtIn } = searchPlans[kind]
    const order = settings.ordered
      ? settings.configured.map(({ id }) => id).filter(id => configured.includes(id))
      : configured
    const groups: (readonly string[])[] = [...order.map(id => [id]), ...builtIn]
    return groups.map(ids => ids.flatMap(id => backends.get(id) ?? [])).filter(group => group.length > 0)
  }

  function toOutcome(
    asked: readonly Asked[],
    failures: readonly SearchFailure[],
    limit: number,
  ): SearchOutcome {
    return {
      documents: mergeLists(asked.map(({ documents }) => documents)).slice(0, limit),
      answers: mergeLists(asked.map(({ answers }) => answers)),
      results: [...new Set(asked.flatMap(({ results }) => results))],
      suggestions: [...new Set(asked.flatMap(({ suggestions }) => suggestions))],
      failures: [...failures, ...asked.flatMap(({ unresponsive }) => unresponsive)],
      answered: asked.map(asked => ({
        backend: asked.backend,
        hits: hitsOf(asked),
        keyless: keyless.has(asked.backend),
      })),
      unpaid:
        asked.length === 0 ? (failures.find(({ unpaid }) => unpaid !== undefined)?.unpaid ?? null) : null,
    }
  }
}

/**
 * An empty general search is a valid result. One by engine is not: a suspended engine returns nothing without an
 * error.
 */
function isEnough(kind: SearchKind, asked: readonly Asked[]): boolean {
  if (kind === 'web') return asked.length > 0
  return asked.some(each => hitsOf(each) > 0)
}

function hitsOf({ documents, answers, results }: Asked): number {
  return documents.length + answers.length + results.length
}

/** Calculates and converts locally; null if the query is not a calculation. */
function createCalculator(): SearchBackend {
  const worker = createCalculatorWorker()
  return {
    id: 'calculator',
    cost: () => ({ id: 'calculator', free: true, unitsMax: 1 }),
    async search({ query, signal }) {
      const expression = toExpression(query)
      if (expression === null) return { documents: [] }
      const result = await worker.calculate(expression, signal)
      if (result === null) return { documents: [] }
      const content = `${expression} = ${result}`
      return { documents: [], answers: [{ title: query, url: '', content }] }
    },
  }
}

const charsMax = 200
const lead =
  /^(?:please\s+)?(?:what(?:'s|\s+is|\s+are)|how\s+much\s+(?:is|are)|calculate|compute|evaluate|work\s+out|convert|solve)\s+/i
const words: readonly (readonly [RegExp, string])[] = [
  [/[×·∙]/g, '*'],
  [/[÷∕]/g, '/'],
  [/[−–]/g, '-'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/√\s*(\d+(?:\.\d+)?)/g, 'sqrt($1)'],
  [/√/g, 'sqrt'],
  [/π/g, 'pi'],
  [/°\s*([CF])\b/g, 'deg$1'],
  [/\*\*/g, '^'],
  [/%\s+of\s+/gi, '/100*'],
  [/\bpercent\s+of\b/gi, '/100*'],
  [/\b(?:multiplied\s+by|times)\b/gi, '*'],
  [/\bdivided\s+by\b/gi, '/'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\bto\s+the\s+power\s+of\b/gi, '^'],
  [/\bsquare\s+root\s+of\s+(\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
  [/(\d),(?=\d{3}(?!\d))/g, '$1'],
  [/\binto\b/gi, 'to'],
]

/** The calculation in a question, in the calculator's syntax; null if there is none. */
export function toExpression(query: string): string | null {
  const text = query.trim().replace(/[?=.\s]+$/u, '')
  if (text.length > charsMax || !/\d/.test(text)) return null
  const bare = text
    .replace(/^the\s+/i, '')
    .replace(lead, '')
    .replace(/^the\s+/i, '')
  return words.reduce((rest, [pattern, written]) => rest.replace(pattern, written), bare)
}

const startMs = 10_000
const idleMs = 60_000
const memoryMegabytes = 96

interface CalculatorWorker {
  /**
   * @returns the result; null if it is not a calculation, not finite, or too slow
   * @throws the signal's reason on abort
   */
  calculate(expression: string, signal: AbortSignal): Promise<string | null>
}

interface CalculatorWorkerOptions {
  /** Timeout of one calculation in milliseconds. */
  readonly calculationMs?: number
  /** Entry file of the thread. */
  readonly program?: URL
}

const calculator = new URL('./calculator/calculator-worker.ts', import.meta.url)

/** One thread for calculations, started on first use and stopped when idle: its library is large. */
export function createCalculatorWorker(options: CalculatorWorkerOptions = {}): CalculatorWorker {
  const { calculationMs = 3000, program = calculator } = options
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null
  let queue: Promise<unknown> = Promise.resolve()

  async function run(expression: string, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted()
    if (idle !== null) clearTimeout(idle)
    const fresh = worker === null
    const current = (worker ??= start(program))
    current.ref()
    const reply = await ask(current, expression, fresh ? startMs : calculationMs, calculationMs, signal)
    if (reply === null) {
      worker = null
      void current.terminate()
      signal.throwIfAborted()
      return null
    }
    current.unref()
    idle = setTimeout(() => {
      worker = null
      void current.terminate()
    }, idleMs)
    idle.unref()
    return reply.kind === 'result' ? reply.text : null
  }

  return {
    calculate(expression, signal) {
      const queued = queue.then(() => run(expression, signal))
      queue = queued.catch(() => undefined)
      // An aborted caller does not wait for earlier calculations.
      return untilAborted(queued, signal)
    },
  }
}

function start(program: URL): Worker {
  return new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: 16 },
  })
}

/** @returns null if the thread died or timed out */
function ask(
  worker: Worker,
  expression: string,
  readyMs: number,
  calculationMs: number,
  signal: AbortSignal,
): Promise<CalculatorReply | null> {
  return new Promise(resolve => {
    let late = setTimeout(() => settle(null), readyMs)
    const lost = (): void => settle(null)
    const onMessage = (reply: CalculatorReply): void => {
      switch (reply.kind) {
        case 'ready':
          // Loading the library does not count against the calculation.
          clearTimeout(late)
          late = setTimeout(lost, calculationMs)
          return
        case 'result':
        case 'nothing':
          settle(reply)
      }
    }
    worker.on('message', onMessage)
    worker.on('error', lost)
    worker.on('exit', lost)
    signal.addEventListener('abort', lost, { once: true })
    worker.postMessage(expression)

    function settle(reply: CalculatorReply | null): void {
      clearTimeout(late)
      worker.off('message', onMessage)
      worker.off('exit', lost)
      // A stopped thread may still crash: that error must not surface.
      if (reply !== null) worker.off('error', lost)
      signal.removeEventListener('abort', lost)
      resolve(reply)
    }
  })
}

const rankOffset = 60

/** One document per page, by reciprocal rank over all lists; a single list keeps its order. */
export function mergeLists(lists: readonly (readonly SearchDocument[])[]): SearchDocument[] {
  const found = new Map<string, { readonly document: SearchDocument; score: number }>()
  for (const list of lists) {
    const seen = new Set<string>()
    for (const [index, document] of list.entries()) {
      const identity = toIdentity(new URL(document.url))
      if (seen.has(identity)) continue
      seen.add(identity)
      const score = 1 / (rankOffset + index + 1)
      const known = found.get(identity)
      if (known === undefined) found.set(identity, { document, score })
      else known.score += score
    }
  }
  return [...found.values()].toSorted((one, other) => other.score - one.score).map(({ document }) => document)
}
