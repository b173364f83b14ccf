import type { CatalogEntry } from '#lib/prices/catalog-schema.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import type { Provider } from './provider.ts'

/** A model of a provider, with the day that the list of the provider names, if any. */
interface RetiringModel {
  readonly provider: Pick<Provider, 'vendor'> | undefined
  readonly upstreamId: string
  readonly facts?: { readonly retires?: string }
}

/** The upstream ID that the vendor recommends instead. */
export function replacementOf({ provider, upstreamId }: RetiringModel): string | undefined {
  return entryOf(provider, upstreamId)?.replacement
}

/** The UTC day on which the vendor shuts the model down, as YYYY-MM-DD: by its own list, else by the catalog. */
export function retirementOf({ provider, upstreamId, facts }: RetiringModel): string | undefined {
  if (facts?.retires !== undefined) return facts.retires
  return entryOf(provider, upstreamId)?.retires
}

function entryOf(provider: RetiringModel['provider'], upstreamId: string): CatalogEntry | undefined {
  const vendor = provider?.vendor
  if (vendor === undefined) return undefined
  return catalogInUse().find(`${vendor}/${upstreamId.replace(/^models\//, '')}`)?.entry
}

/** The day on which the last of the deployments of a model is shut down. */
export function lastRetirement(deployments: readonly RetiringModel[]): string | undefined {
  const days = deployments.flatMap(each => retirementOf(each) ?? [])
  if (days.length < deployments.length) return undefined
  return days.toSorted((one, other) => one.localeCompare(other)).at(-1)
}

/** Whether the vendor has shut the model down, or does so today. */
export function isRetired(retires: string | undefined, atMs: number): boolean {
  return retires !== undefined && Date.parse(retires) <= atMs
}
