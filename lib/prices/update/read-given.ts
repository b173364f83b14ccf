import { z } from 'zod'
import {
  type CatalogEntry,
  catalogEntrySchema,
  catalogHeadSchema,
  type CatalogSource,
} from '#lib/prices/catalog-schema.ts'
import { makeEntries, type SourceTexts } from '#lib/prices/sources/make-entries.ts'
import { isUnit } from '#lib/prices/units.ts'
import { isRecord, readJson } from '#lib/read-json.ts'

/** A catalog that may replace the one in use. */
export interface GivenCatalog {
  readonly made: string
  readonly sources: readonly CatalogSource[]
  readonly models: readonly GivenModel[]
}

/** Units that this version does not know are left out of the entry. */
export type GivenModel =
  | {
      readonly status: 'read'
      readonly id: string
      readonly entry: CatalogEntry
      readonly unknownUnits: readonly string[]
    }
  | { readonly status: 'invalid'; readonly id: string; readonly reason: string }

/**
 * Reads a catalog in the format of `catalog.json`, maybe of another version of Sextant.
 * @throws Error for any other file
 */
export function readGivenCatalog(text: string): GivenCatalog {
  const head = catalogHeadSchema.safeParse(readJson(text))
  if (!head.success) {
    throw new Error(
      'This is not a price catalog in format 1. Use lib/prices/catalog.json of Sextant, or leave out --from.',
    )
  }
  const { made, sources, models } = head.data
  return { made, sources, models: refuseRepeated(models.map(model => readModel(model, new Set()))) }
}

/**
 * Makes a catalog from the price files of two projects.
 * @throws Error for a file in another format
 */
export function readGivenSources(
  texts: SourceTexts,
  made: string,
  sources: readonly CatalogSource[],
): GivenCatalog {
  const unknown = new Map<string, Set<string>>()
  const entries = makeEntries(texts, ({ model, kind, text }) => {
    if (kind === 'unit') unknown.set(model, (unknown.get(model) ?? new Set()).add(text))
  })
  return {
    made,
    sources,
    models: refuseRepeated(entries.map(entry => readModel(entry, unknown.get(entry.id) ?? new Set()))),
  }
}

function refuseRepeated(models: readonly GivenModel[]): GivenModel[] {
  const seen = new Set<string>()
  return models.map(model => {
    if (seen.has(model.id)) return { status: 'invalid', id: model.id, reason: 'the ID occurs twice' }
    seen.add(model.id)
    return model
  })
}

function readModel(value: unknown, unknownUnits: Set<string>): GivenModel {
  const entry = catalogEntrySchema.safeParse(withoutUnknownUnits(value, unknownUnits))
  if (entry.success) {
    return { status: 'read', id: entry.data.id, entry: entry.data, unknownUnits: [...unknownUnits] }
  }
  const id = isRecord(value) && typeof value['id'] === 'string' ? value['id'] : 'a model without ID'
  const [issue] = entry.error.issues
  return { status: 'invalid', id, reason: `${z.core.toDotPath(issue?.path ?? [])}: ${issue?.message}` }
}

/** Rates are the members of `usd`, and of each prompt size in `above`, at any depth. */
function withoutUnknownUnits(value: unknown, found: Set<string>): unknown {
  if (Array.isArray(value)) return value.map(each => withoutUnknownUnits(each, found))
  if (!isRecord(value)) return value
  const members = Object.entries(value).map(([name, member]) => {
    if (name === 'usd') return [name, toKnown(member, found)]
    if (name !== 'above' || !isRecord(member)) return [name, withoutUnknownUnits(member, found)]
    const steps = Object.entries(member).map(([tokens, rates]) => [tokens, toKnown(rates, found)])
    return [name, Object.fromEntries(steps)]
  })
  return Object.fromEntries(members)
}

function toKnown(rates: unknown, found: Set<string>): unknown {
  if (!isRecord(rates)) return rates
  for (const unit of Object.keys(rates)) if (!isUnit(unit)) found.add(unit)
  return Object.fromEntries(Object.entries(rates).filter(([unit]) => isUnit(unit)))
}
