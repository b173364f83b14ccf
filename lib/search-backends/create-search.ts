import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import { type Asked, askBackend } from './ask-backend.ts'
import type { BackendSettings } from './backend-settings.ts'
import { BackendRests, type SearchCircuits } from './backend-rests.ts'
import { createBackends, type BackendsSettings } from './create-backends.ts'
import type {
  SearchBackend,
  SearchDocument,
  SearchFailure,
  SearchKind,
  SearchReport,
} from './search-backend.ts'
import { searchPlans } from './search-modes.ts'
import { shorten } from './shorten.ts'
import { Worker } from 'node:worker_threads'
import type { CalculatorReply } from './calculator/calculator-worker.ts'
import { toIdentity } from '#lib/web/crawl/identity.ts'

export interface SearchSettings extends Omit<BackendsSettings, 'rests'> {
  readonly configured: readonly BackendSettings<ConfiguredId>[]
  /** Whether `configured` is in the operator's own order; otherwise `search-modes.ts` has one for each kind. */
  readonly ordered: boolean
  /** Public servers that may be asked; the calculator sends nothing and is always there. */
  readonly builtIn: readonly BackendSettings<BuiltInId>[]
  readonly circuits: SearchCircuits
  /** Our own page for a query: the address of an answer that has none, such as a calculation. */
  readonly resultPage: (query: string) => string
  /** Told of failures that only a mistake of ours explains. */
  readonly onFault: (error: unknown) => void
}

export interface SearchQuery {
  /** As searched for; more than 400 characters are cut at a word. */
  readonly query: string
  readonly kind: SearchKind
  /** Most documents, 1..50. */
  readonly limit: number
  /** BCP 47; absent: none is sent. */
  readonly language?: string
  /** Only results on these hosts and those below them. */
  readonly hosts?: readonly string[]
  /** Milliseconds for everything; absent: 20 s. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

export interface SearchOutcome {
  /** One per page, best first; lists of several backends are merged by reciprocal rank. */
  readonly documents: readonly SearchDocument[]
  /** What backends answered by themselves, with an address each: sources that go before all documents. */
  readonly answers: readonly SearchDocument[]
  readonly suggestions: readonly string[]
  /** Backends that gave nothing, in the order of asking, and engines behind a backend that did answer. */
  readonly failures: readonly SearchFailure[]
  /** Backends that answered; none: nothing could be searched. */
  readonly answered: readonly SearchReport[]
}

/**
 * Asks the backends for a kind one after the other until one answers; then, if none did, those that are built in.
 * Failures are reported, never thrown.
 * @throws only what the signal was aborted with
 */
export type Search = (query: SearchQuery) => Promise<SearchOutcome>

const searchMs = 20_000

export function createSearch(settings: SearchSettings): Search {
  const calculator = createCalculator(settings.resultPage)
  const rests = new BackendRests(settings.circuits)
  const backends = createBackends({ ...settings, rests }).set(calculator.id, calculator)
  const asking = { rests, resultPage: settings.resultPage, onFault: settings.onFault }
  const keyless: ReadonlySet<string> = new Set([...settings.builtIn.map(({ id }) => id), calculator.id])

  return async ({ kind, limit, language, hosts, timeoutMs = searchMs, signal, query: text }) => {
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
      const outcomes = await Promise.all(group.map(each => askBackend(each, query, { ...asking, late })))
      for (const outcome of outcomes) {
        if ('kind' in outcome) failures.push(outcome)
        // What the calculator cannot read is no search that found nothing.
        else if (outcome.backend !== calculator.id || outcome.answers.length > 0) asked.push(outcome)
      }
      if (isEnough(kind, asked) || late.aborted) break
    }
    return toOutcome(asked, failures, limit)
  }

  /** Configured ones alone, then the built-in ones together. */
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
      suggestions: [...new Set(asked.flatMap(({ suggestions }) => suggestions))],
      failures: [...failures, ...asked.flatMap(({ unresponsive }) => unresponsive)],
      answered: asked.map(({ backend, documents, answers }) => ({
        backend,
        hits: documents.length + answers.length,
        keyless: keyless.has(backend),
      })),
    }
  }
}

/**
 * A general search that finds nothing is an answer. One for engines by name is none: an engine that was suspended
 * gives no results and says nothing about it.
 */
function isEnough(kind: SearchKind, asked: readonly Asked[]): boolean {
  if (kind === 'web') return asked.length > 0
  return asked.some(({ documents, answers }) => documents.length + answers.length > 0)
}

/** Calculates and converts on this machine; a query that is no calculation has no answer. */
function createCalculator(resultPage: (query: string) => string): SearchBackend {
  const seat = createCalculatorSeat()
  return {
    id: 'calculator',
    async search({ query, signal }) {
      const expression = toExpression(query)
      if (expression === null) return { documents: [] }
      const result = await seat.calculate(expression, signal)
      if (result === null) return { documents: [] }
      const content = `${expression} = ${result}`
      return { documents: [], answers: [{ title: query, url: resultPage(query), content }] }
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

/** The calculation in a question, as the calculator writes it; null where nothing is to be calculated. */
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

interface CalculatorSeat {
  /**
   * @returns the result; null for what is no calculation, has no finite result, or takes too long
   * @throws what the signal was aborted with
   */
  calculate(expression: string, signal: AbortSignal): Promise<string | null>
}

interface CalculatorSeatOptions {
  /** Milliseconds that one calculation may take. */
  readonly calculationMs?: number
  /** What the thread runs. */
  readonly program?: URL
}

const calculator = new URL('./calculator/calculator-worker.ts', import.meta.url)

/** One thread for calculations, started at the first and stopped when unused: its library is large. */
export function createCalculatorSeat(options: CalculatorSeatOptions = {}): CalculatorSeat {
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
      const turn = queue.then(() => run(expression, signal))
      queue = turn.catch(() => undefined)
      return untilAborted(turn, signal)
    },
  }
}

/** Whoever leaves does not wait for the calculations of those before them. */
async function untilAborted<Result>(turn: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const left = Promise.withResolvers<never>()
  const leave = (): void => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([turn, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function start(program: URL): Worker {
  return new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: 16 },
  })
}

/** @returns null when the thread died or took too long */
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
          // The time to load the library is not the calculation's.
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
      // One that is stopped may still die of what it was doing: nobody else must hear of it.
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
