import { catalogInUse } from '#lib/prices/catalog.ts'
import { operatorPrice, type SearchPrice } from '#lib/prices/operator-price.ts'
import type { PriceInForce } from '#lib/prices/price.ts'

/** The cost of searches of one backend. */
export interface BackendCost {
  readonly id: string
  /** Absent: none is known, or it is free. */
  readonly price?: PriceInForce
  readonly free?: true
  /** Whether its responses say what they cost. */
  readonly reportsCosts?: true
  /** The most units that one search may use: some services count credits. */
  readonly unitsMax: number
}

/** The usage of one search. */
export interface SearchUse {
  /** Searches, or credits where the backend counts them. */
  readonly units: number
  /** Null: not reported. */
  readonly costUsd: number | null
  /** Whether it has answered: an unanswered one could not report its cost. */
  readonly whole: boolean
}

/** The money of a request. Searches that test the settings of a backend have none. */
export interface SearchBilling {
  /**
   * Reserves the most that one search may cost.
   * @returns why it must not be asked; null: it may
   * @throws ApiError `insufficient_quota`
   */
  reserve(cost: BackendCost): Promise<string | null>
  charge(cost: BackendCost, use: SearchUse): void
}

interface PricedBackend {
  readonly id: string
  readonly price?: SearchPrice | undefined
  /** Whether it costs nothing unless the operator says otherwise. */
  readonly free: boolean
  readonly reportsCosts: boolean
  readonly unitsMax: number
}

/** The cost at a time: the operator's price, else that of the catalog. */
export function backendCost(backend: PricedBackend, atMs: number): BackendCost {
  const { id, price, free, reportsCosts, unitsMax } = backend
  const facts = { id, unitsMax, ...(reportsCosts && { reportsCosts: true as const }) }
  if (price === 'free' || (price === undefined && free)) return { ...facts, free: true }
  const name = `${id}/search`
  const known = price === undefined ? catalogInUse().find(name)?.price : operatorPrice(name, price)
  const inForce = known?.at(atMs)
  return inForce === undefined ? facts : { ...facts, price: inForce }
}
