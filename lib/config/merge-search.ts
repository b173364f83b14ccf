import {
  type BuiltInId,
  builtInSearchBackends,
  type ConfiguredId,
  type KnownSearchBackend,
  knownSearchBackends,
} from '#lib/known-search-backends.ts'
import type { SearchPrice } from '#lib/prices/operator-price.ts'
import { ConfigError, type Mistake } from './config-error.ts'
import type { EnvironmentSettings } from './environment-schema.ts'
import type { ConfigFile } from './read-file.ts'
import type { Environment } from './read-environment.ts'
import { apiKeyPattern, apiKeyRule } from './provider-key.ts'

export interface SearchBackendSettings<Id> {
  readonly id: Id
  /** Null: the default public URL. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
  readonly price?: SearchPrice
}

export interface SearchConfig {
  readonly configured: readonly SearchBackendSettings<ConfiguredId>[]
  /** Whether `configured` has an explicit order. */
  readonly ordered: boolean
  /** Public servers that need no key. */
  readonly builtIn: readonly SearchBackendSettings<BuiltInId>[]
  /** Contact for the operators of public servers. */
  readonly contact: string | null
}

/**
 * Search backends of the file and the environment, filtered by the list.
 * @throws ConfigError for an unknown name, or a backend without its key or URL
 */
export function mergeSearchSettings(
  file: ConfigFile,
  settings: Pick<EnvironmentSettings, 'SEARCH_BACKENDS' | 'SEARCH_CONTACT'>,
  environment: Environment,
): SearchConfig {
  const mistakes: Mistake[] = []
  const configured = knownSearchBackends.flatMap(known => toConfigured(known, file, environment, mistakes))
  const builtIn = builtInSearchBackends.map(id => toBuiltIn(id, file, mistakes))
  const list = readList(file, settings, mistakes)
  const contact = file.settings.search.contact ?? settings.SEARCH_CONTACT ?? null
  if (list === null) {
    if (mistakes.length > 0) throw new ConfigError(mistakes)
    return { configured, ordered: false, builtIn, contact }
  }

  for (const [index, id] of list.ids.entries()) {
    const reason = refuseName(id, list.ids.indexOf(id) < index, configured)
    if (reason !== null) mistakes.push({ where: list.where(index), reason })
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return {
    configured: list.ids.flatMap(id => configured.find(each => each.id === id) ?? []),
    ordered: true,
    builtIn: builtIn.filter(({ id }) => list.ids.includes(id)),
    contact,
  }
}

function toConfigured<Known extends KnownSearchBackend & { readonly id: ConfiguredId }>(
  { id, variable, gives }: Known,
  file: ConfigFile,
  environment: Environment,
  mistakes: Mistake[],
): SearchBackendSettings<ConfiguredId>[] {
  const entry = file.settings.search[id]
  const value = readSearchVariable({ variable, gives }, environment, mistakes)
  if (entry === undefined && value === null) return []
  const where = file.where(['search', id])
  const field = gives === 'key' ? 'apiKey' : 'baseUrl'
  if (entry?.[field] !== undefined && value !== null && !file.reads.has(variable)) {
    const reason = `the ${gives} of ${id} is already set at ${where}; unset the variable, or read it there with "\${${variable}}"`
    mistakes.push({ where: variable, reason })
  }
  const baseUrl = entry?.baseUrl ?? (gives === 'address' ? value : null)
  const apiKey = entry?.apiKey ?? (gives === 'key' ? value : null)
  if (gives === 'key' && apiKey === null) {
    mistakes.push({ where, reason: `search.${id}: missing key; set apiKey or ${variable}` })
  }
  if (gives === 'address' && baseUrl === null) {
    mistakes.push({ where, reason: `search.${id}: missing URL; set baseUrl or ${variable}` })
  }
  if (gives === 'address' && apiKey !== null)
    mistakes.push({ where, reason: `search.${id}: does not use a key; remove apiKey` })
  return [{ id, baseUrl, apiKey, ...(entry?.price !== undefined && { price: entry.price }) }]
}

function toBuiltIn(id: BuiltInId, file: ConfigFile, mistakes: Mistake[]): SearchBackendSettings<BuiltInId> {
  const { baseUrl = null, apiKey = null, price } = file.settings.search[id] ?? {}
  if (apiKey !== null && id !== 'pubmed') {
    mistakes.push({
      where: file.where(['search', id]),
      reason: `search.${id}: does not use a key; remove apiKey`,
    })
  }
  return { id, baseUrl, apiKey, ...(price !== undefined && { price }) }
}

interface GivenList {
  readonly ids: readonly string[]
  where(index: number): string
}

function readList(
  file: ConfigFile,
  { SEARCH_BACKENDS: fromEnvironment = [] }: Pick<EnvironmentSettings, 'SEARCH_BACKENDS'>,
  mistakes: Mistake[],
): GivenList | null {
  const fromFile = file.settings.search.backends
  if (fromFile.length > 0 && fromEnvironment.length > 0 && !file.reads.has('SEARCH_BACKENDS')) {
    const where = file.where(['search', 'backends'])
    mistakes.push({ where: 'SEARCH_BACKENDS', reason: `the list is already set at ${where}; unset one` })
  }
  if (fromFile.length > 0) {
    return { ids: fromFile, where: index => file.where(['search', 'backends', index]) }
  }
  return fromEnvironment.length > 0 ? { ids: fromEnvironment, where: () => 'SEARCH_BACKENDS' } : null
}

/** @returns the error in a name of the list; null when valid. The library is always searched. */
function refuseName(
  id: string,
  twice: boolean,
  configured: readonly SearchBackendSettings<ConfiguredId>[],
): string | null {
  if (twice) return `${id} is listed twice`
  if (id === 'library' || builtInSearchBackends.some(each => each === id)) return null
  if (configured.some(each => each.id === id)) return null
  const known = knownSearchBackends.find(each => each.id === id)
  if (known !== undefined) return `${id} is not configured; set ${known.variable}, or add it under search`
  const all = ['library', ...knownSearchBackends.map(each => each.id), ...builtInSearchBackends]
  return `unknown search backend ${id}; valid: ${all.join(', ')}`
}

/** The key or URL in a variable; null when unset. Invalid values are errors. */
function readSearchVariable(
  { variable, gives }: Pick<KnownSearchBackend, 'variable' | 'gives'>,
  environment: Environment,
  mistakes: Mistake[],
): string | null {
  const value = environment[variable]?.trim()
  if (!value) return null
  if (gives === 'key') {
    if (!apiKeyPattern.test(value)) mistakes.push({ where: variable, reason: apiKeyRule })
    return value
  }
  const url = URL.parse(value)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    mistakes.push({ where: variable, reason: 'must be an http or https URL' })
    return null
  }
  if (url.username !== '' || url.password !== '') {
    mistakes.push({ where: variable, reason: 'must not contain a name or password' })
    return null
  }
  // URLs are often copied from a browser.
  return `${url.origin}${url.pathname}`.replace(/\/(search)?\/*$/, '')
}
