import { BoundedNames } from './bounded-names.ts'
import type { MetricFamilies } from './metric-families.ts'

/** A rate limit was checked in memory, with the store, or while the database was unavailable; or it was exceeded. */
export type LimitDecision = 'memory' | 'store' | 'exceeded' | 'unavailable'

export interface PartMetrics {
  readonly limitDecided: (decision: LimitDecision) => void
  readonly limitLeased: (ms: number) => void
  readonly storeAnswered: (operation: string, ms: number) => void
  /** Reading of files. */
  readonly parsing: {
    begun(): void
    /** @param kind of the file; null: it could not be read */
    ended(kind: string | null, ms: number): void
  }
  readonly searchAnswered: (backend: string, outcome: string, ms: number) => void
}

const operationsMax = 60
const storeBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5]
const documentBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600]
const searchBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The parts of a gateway besides its requests to models. */
export function createPartMetrics(families: MetricFamilies): PartMetrics {
  const decisions = families.counter({
    name: 'sextant_limit_leases_total',
    help: 'Checks of rate limits by result (memory, store, exceeded, unavailable).',
    labels: ['result'],
  })
  const decided = {
    memory: decisions.of('memory'),
    store: decisions.of('store'),
    exceeded: decisions.of('exceeded'),
    unavailable: decisions.of('unavailable'),
  }
  const leases = families
    .histogram(
      { name: 'sextant_limit_lease_seconds', help: 'Time of the database to lease parts of rate limits.' },
      storeBounds,
    )
    .of()
  const store = families.histogram(
    { name: 'sextant_store_seconds', help: 'Time of the database by operation.', labels: ['operation'] },
    storeBounds,
  )
  const operations = new BoundedNames(operationsMax)
  let openDocuments = 0
  families.gauge(
    { name: 'sextant_documents_open', help: 'Files being read or waiting to be read.' },
    () => openDocuments,
  )
  const documents = families.histogram(
    {
      name: 'sextant_document_seconds',
      help: 'Time to read a file by its kind; failed: it could not be read.',
      labels: ['kind'],
    },
    documentBounds,
  )
  const searches = families.histogram(
    {
      name: 'sextant_search_backend_seconds',
      help: 'Time of search backends by outcome: ok, or the kind of the failure.',
      labels: ['backend', 'outcome'],
    },
    searchBounds,
  )
  return {
    limitDecided: decision => decided[decision].add(),
    limitLeased: ms => leases.observe(ms / 1000),
    storeAnswered: (operation, ms) => store.of(operations.of(operation)).observe(ms / 1000),
    parsing: {
      begun: () => void openDocuments++,
      ended(kind, ms) {
        openDocuments--
        documents.of(kind ?? 'failed').observe(ms / 1000)
      },
    },
    searchAnswered: (backend, outcome, ms) => searches.of(backend, outcome).observe(ms / 1000),
  }
}
