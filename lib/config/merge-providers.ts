import type { ModelSettings, ProviderSettings } from './settings.ts'
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
    const { baseUrl = null, apiKey = null } = settings
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

  for (const [index, { id, provider }] of file.settings.models.entries()) {
    const where = file.where(['models', index, 'id'])
    const taken = locationById.get(id)
    if (taken !== undefined) mistakes.push({ where, reason: `the ID ${id} is already used by ${taken}` })
    locationById.set(id, where)
    if (providerIds.includes(provider)) continue
    const reason = `unknown provider ${provider}; configured: ${providerIds.join(', ')}`
    mistakes.push({ where: file.where(['models', index, 'provider']), reason })
  }

  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return file.settings.models
}
