import type { Catalog } from '#lib/prices/catalog.ts'
import type { CatalogEntry } from '#lib/prices/catalog-schema.ts'
import { listMoves, type PriceMove } from './list-moves.ts'
import type { GivenCatalog, GivenModel } from './read-given.ts'

/** The effect of an update. */
export interface UpdatePlan {
  /** All models after it, by ID. */
  readonly models: readonly CatalogEntry[]
  readonly added: readonly string[]
  /** Models whose entry differs in any way. */
  readonly changed: readonly string[]
  readonly moves: readonly (PriceMove & { readonly id: string })[]
  /** Models that stay as they were. */
  readonly held: readonly HeldModel[]
  /** Models that the new catalog does not have; they keep their last price. */
  readonly missing: readonly string[]
}

export interface HeldModel {
  readonly id: string
  readonly reason: string
  /** Whether the operator may accept it. */
  readonly acceptable: boolean
}

const shareMin = 0.8

/**
 * Compares a catalog with the one in use. Large moves and unknown units stay as they were unless the operator accepts
 * them by ID.
 * @throws Error if too few models remain, the catalog is older, or nothing needs to be accepted
 */
export function planUpdate(
  current: Catalog,
  given: GivenCatalog,
  accepted: ReadonlySet<string>,
  today: string,
): UpdatePlan {
  refuseAge(current.made, given.made, today)
  const before = current.list().map(({ entry }) => entry)
  refuseLosses(before, given.models)
  const decisions = given.models.map(model => decide(model, current, today))
  const asked = new Set(decisions.flatMap(({ held }) => (held?.acceptable === true ? [held.id] : [])))
  for (const id of accepted) {
    if (!asked.has(id))
      throw new Error(`"${id}" has nothing to accept. Run with --plan to see which models do.`)
  }
  const open = decisions.filter(({ held }) => held !== null && !accepted.has(held.id))
  const taken = decisions.filter(decision => !open.includes(decision)).flatMap(({ entry }) => entry ?? [])
  const byId = new Map(before.map(entry => [entry.id, entry]))
  const givenIds = new Set(given.models.map(({ id }) => id))
  return {
    models: combine(before, taken),
    added: taken.filter(({ id }) => !byId.has(id)).map(({ id }) => id),
    changed: taken.flatMap(entry => {
      const former = byId.get(entry.id)
      return former === undefined || isSame(former, entry) ? [] : [entry.id]
    }),
    moves: decisions.flatMap(({ moves }) => moves),
    held: open.flatMap(({ held }) => held ?? []),
    missing: before.filter(({ id }) => !givenIds.has(id)).map(({ id }) => id),
  }
}

function refuseAge(current: string, made: string, today: string): void {
  if (made < current) {
    throw new Error(
      `This catalog is of ${made}, older than the one in use, of ${current}. Nothing was changed.`,
    )
  }
  // It would win over every later one.
  if (made > nextDay(today))
    throw new Error(`This catalog is of ${made}, which is in the future. Nothing was changed.`)
}

const dayMs = 86_400_000

function nextDay(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
}

function refuseLosses(before: readonly CatalogEntry[], models: readonly GivenModel[]): void {
  const readable = new Set(models.filter(({ status }) => status === 'read').map(({ id }) => id))
  const left = before.filter(({ id }) => readable.has(id)).length
  const needed = Math.ceil(before.length * shareMin)
  if (left >= needed) return
  throw new Error(
    `The new catalog has only ${left} of the ${before.length} models in use; at least ${needed} are needed. Nothing was changed. Check the file.`,
  )
}

interface Decision {
  /** Null: it cannot be read. */
  readonly entry: CatalogEntry | null
  readonly moves: readonly (PriceMove & { readonly id: string })[]
  readonly held: HeldModel | null
}

function decide(model: GivenModel, current: Catalog, today: string): Decision {
  const { id } = model
  if (model.status === 'invalid') {
    const reason = `not a valid entry (${model.reason})`
    return { entry: null, moves: [], held: { id, reason, acceptable: false } }
  }
  const { entry, unknownUnits } = model
  const former = formerEntries(entry, current)
  if (former.length === 1 && isSame(former[0], entry)) return { entry, moves: [], held: null }
  const moves = former.map(each => listMoves(each.prices, entry.prices, today))
  const large = moves.flat().find(move => move.large)
  const reasons = [
    ...(large === undefined ? [] : [`${large.rate} moves from ${toText(large.from)} to ${toText(large.to)}`]),
    ...(unknownUnits.length === 0
      ? []
      : [
          `this version cannot count its ${unknownUnits.length === 1 ? 'unit' : 'units'} ${unknownUnits.join(', ')}`,
        ]),
  ]
  const held = reasons.length === 0 ? null : { id, reason: reasons.join('; '), acceptable: true }
  return { entry, moves: (moves[0] ?? []).map(move => ({ ...move, id })), held }
}

function toText(usd: string | null): string {
  return usd === null ? 'no rate' : `$${usd}`
}

/** The entry of the same ID first, and those whose names it takes over: a new ID must not hide a move. */
function formerEntries({ id, match }: CatalogEntry, current: Catalog): CatalogEntry[] {
  const vendor = vendorOf(id)
  const found = [id, ...match.map(name => `${vendor}/${name}`)].flatMap(
    name => current.find(name)?.entry ?? [],
  )
  const same = found.filter(entry => entry.id === id)
  return [...new Set([...same, ...found])]
}

/** A name belongs to one entry: of two the new one. */
function combine(before: readonly CatalogEntry[], taken: readonly CatalogEntry[]): CatalogEntry[] {
  const ids = new Set(taken.map(({ id }) => id))
  const names = new Set(taken.flatMap(({ id, match }) => match.map(name => `${vendorOf(id)}/${name}`)))
  const kept = before.flatMap(entry => {
    if (ids.has(entry.id)) return []
    const match = entry.match.filter(name => !names.has(`${vendorOf(entry.id)}/${name}`))
    return match.length === 0 ? [] : [{ ...entry, match }]
  })
  return [...kept, ...taken].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

// Both were read with the same schema, which sets the order of their members.
function isSame(one: CatalogEntry | undefined, other: CatalogEntry): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function vendorOf(id: string): string {
  return id.slice(0, id.indexOf('/'))
}
