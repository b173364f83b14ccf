import type { Config, ModelSettings, ProviderSettings } from './settings.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import { knownProviders } from '#lib/known-providers.ts'
import { ConfigError, type Mistake } from './config-error.ts'
import type { EnvironmentProvider } from './environment-providers.ts'
import type { ConfigFile } from './read-file.ts'

const knownIds: ReadonlySet<string> = new Set(knownProviders.map(known => known.id))

/** The file's providers, then the environment's. @throws ConfigError for a duplicate id or a missing URL */
export function mergeProviders(
  file: ConfigFile,
  environmentProviders: readonly EnvironmentProvider[],
): ProviderSettings[] {
  const mistakes: Mistake[] = []
  const locationById = new Map<string, string>()
  const providers: ProviderSettings[] = []

  for (const [index, settings] of file.settings.providers.entries()) {
    const where = file.where(['providers', index, 'id'])
    const taken = locationById.get(settings.id)
    if (taken !== undefined)
      mistakes.push({ where, reason: `the ID ${settings.id} is already used by ${taken}` })
    if (settings.baseUrl === undefined && !knownIds.has(settings.id)) {
      mistakes.push({
        where,
        reason: `providers.${index}.baseUrl: ${settings.id} has no default URL; set baseUrl`,
      })
    }
    locationById.set(settings.id, where)
    const { baseUrl = null, apiKeys = [] } = settings
    const { apiKey = apiKeys[0] ?? null } = settings
    providers.push({ ...settings, baseUrl, apiKey, from: 'file' })
  }

  for (const { variable, settings } of environmentProviders) {
    const taken = locationById.get(settings.id)
    if (taken === undefined) {
      providers.push(settings)
      continue
    }
    // If the file's entry with this id reads the variable, both are the same provider.
    if (file.reads.has(variable)) continue
    mistakes.push({
      where: variable,
      reason: `the ID ${settings.id} is already used by ${taken}; unset the variable, or read it there with "\${${variable}}"`,
    })
  }

  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return providers
}

/** The file's models. @throws ConfigError for a duplicate id, or a provider that is not configured */
export function checkModels(file: ConfigFile, providers: readonly ProviderSettings[]): ModelSettings[] {
  const mistakes: Mistake[] = []
  const locationById = new Map<string, string>()
  const providerIds = [...providers.map(provider => provider.id), 'local']

  for (const [index, { id, provider, ...model }] of file.settings.models.entries()) {
    const where = file.where(['models', index, 'id'])
    const taken = locationById.get(id)
    if (taken !== undefined) mistakes.push({ where, reason: `the ID ${id} is already used by ${taken}` })
    locationById.set(id, where)
    const unknownVendor = unknownVendorOf(model.priceOf)
    if (unknownVendor !== null)
      mistakes.push({
        where: file.where(['models', index, 'priceOf']),
        reason: `models.${index}.priceOf: ${unknownVendor}`,
      })
    const deployments = 'deployments' in model ? model.deployments : undefined
    const named = deployments?.map((each, at) => ({ name: each.provider, path: ['deployments', at] })) ?? [
      { name: provider, path: [] },
    ]
    if (isReserved(id) && named.some(({ name }) => name !== 'local'))
      mistakes.push({ where, reason: `models.${index}.id: ${reservedReason}` })
    for (const { name, path } of named) {
      if (providerIds.includes(name)) continue
      const reason = `unknown provider ${name}; configured: ${providerIds.join(', ')}`
      mistakes.push({ where: file.where(['models', index, ...path, 'provider']), reason })
    }
  }

  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return file.settings.models
}

/** The file's aliases. @throws ConfigError for one that is the ID of a model, or stands for nothing or another alias */
export function checkAliases(
  file: ConfigFile,
  providers: readonly ProviderSettings[],
  models: readonly ModelSettings[],
): Config['aliases'] {
  const { aliases } = file.settings
  const mistakes = Object.entries(aliases).flatMap(([alias, id]) => {
    const problem = problemOf(alias, id)
    return problem === null
      ? []
      : [{ where: file.where(['aliases', alias]), reason: `aliases.${alias}: ${problem}` }]
  })
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return aliases

  function problemOf(alias: string, id: string): string | null {
    if (isReserved(alias)) return reservedReason
    if (models.some(model => model.id === alias)) return 'is the ID of a configured model; rename one of them'
    if (Object.hasOwn(aliases, id)) return `stands for the alias ${id}; name its model`
    return canExist(id, providers, models) ? null : unknownModel(id, providers)
  }
}

/**
 * Why no catalog has the price. A newer catalog, which only the gateway can read, may have other models of a vendor.
 * @returns null: one may have it
 */
function unknownVendorOf(priceOf: string | undefined): string | null {
  if (priceOf === undefined || catalogInUse().find(priceOf) !== null) return null
  const vendorOf = (id: string) => id.split('/', 1)[0] ?? ''
  const vendors = new Set(
    catalogInUse()
      .list()
      .map(({ entry }) => vendorOf(entry.id)),
  )
  const vendor = vendorOf(priceOf)
  if (priceOf.includes('/') && vendors.has(vendor)) return null
  return `the price catalog has no vendor ${vendor}; name a model such as openai/gpt-6-sol, of ${[...vendors].sort().join(', ')}`
}

const reservedReason = 'local/ is reserved for models that run on this machine; choose another name'

/** Nothing that is sent to a provider may look as if it stayed on this machine. */
function isReserved(id: string): boolean {
  return id.startsWith('local/')
}

/** Provider model lists are unknown at start, so only the prefix can be checked. */
export function canExist(
  id: string,
  providers: readonly ProviderSettings[],
  models: readonly ModelSettings[],
): boolean {
  const isOf = (prefix: string) => id.startsWith(prefix) && id.length > prefix.length
  return models.some(model => model.id === id) || prefixesOf(providers).some(isOf)
}

/** Why a model cannot exist. */
export function unknownModel(id: string, providers: readonly ProviderSettings[]): string {
  return `unknown model ${id}; use a configured model ID, or one that begins with ${prefixesOf(providers).join(', ')}`
}

function prefixesOf(providers: readonly ProviderSettings[]): string[] {
  return [...providers.map(({ id }) => `${id}/`), 'local/']
}
