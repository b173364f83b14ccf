import {
  type BuiltInId,
  builtInSearchBackends,
  type ConfiguredId,
  type KnownSearchBackend,
  knownSearchBackends,
} from '#lib/known-search-backends.ts'
import { ConfigError, type Mistake } from './config-error.ts'
import type { EnvironmentSettings } from './environment-schema.ts'
import type { ConfigFile } from './read-file.ts'
import type { Environment } from './read-environment.ts'
import { apiKeyPattern, apiKeyRule } from './provider-key.ts'

export interface SearchBackendSettings<Id> {
  readonly id: Id
  /** Null: its own public address. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
}

export interface SearchConfig {
  readonly configured: readonly SearchBackendSettings<ConfiguredId>[]
  /** Whether `configured` is in an order that was given. */
  readonly ordered: boolean
  /** Public servers that ask for no key. */
  readonly builtIn: readonly SearchBackendSettings<BuiltInId>[]
  /** Whom public servers may write to. */
  readonly contact: string | null
}

/**
 * Where searches may go: the file's and the environment's backends, as far as the list names them.
 * @throws ConfigError for a name that there is not, or a backend that lacks its key or address
 */
export function joinSearch(
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
    const reason = `the ${gives} of ${id} is given at ${where} already; unset the variable, or read it there with "\${${variable}}"`
    mistakes.push({ where: variable, reason })
  }
  const baseUrl = entry?.baseUrl ?? (gives === 'address' ? value : null)
  const apiKey = entry?.apiKey ?? (gives === 'key' ? value : null)
  if (gives === 'key' && apiKey === null) {
    mistakes.push({ where, reason: `search.${id}: it needs a key; give apiKey, or set ${variable}` })
  }
  if (gives === 'address' && baseUrl === null) {
    mistakes.push({ where, reason: `search.${id}: it needs an address; give baseUrl, or set ${variable}` })
  }
  if (gives === 'address' && apiKey !== null)
    mistakes.push({ where, reason: `search.${id}: it asks for no key` })
  return [{ id, baseUrl, apiKey }]
}

function toBuiltIn(id: BuiltInId, file: ConfigFile, mistakes: Mistake[]): SearchBackendSettings<BuiltInId> {
  const { baseUrl = null, apiKey = null } = file.settings.search[id] ?? {}
  if (apiKey !== null && id !== 'pubmed') {
    mistakes.push({ where: file.where(['search', id]), reason: `search.${id}: it asks for no key` })
  }
  return { id, baseUrl, apiKey }
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
    mistakes.push({ where: 'SEARCH_BACKENDS', reason: `the list is given at ${where} already; unset one` })
  }
  if (fromFile.length > 0) {
    return { ids: fromFile, where: index => file.where(['search', 'backends', index]) }
  }
  return fromEnvironment.length > 0 ? { ids: fromEnvironment, where: () => 'SEARCH_BACKENDS' } : null
}

/** @returns what is wrong with a name of the list; null when nothing is. The library is always asked. */
function refuseName(
  id: string,
  twice: boolean,
  configured: readonly SearchBackendSettings<ConfiguredId>[],
): string | null {
  if (twice) return `${id} is in the list twice`
  if (id === 'library' || builtInSearchBackends.some(each => each === id)) return null
  if (configured.some(each => each.id === id)) return null
  const known = knownSearchBackends.find(each => each.id === id)
  if (known !== undefined) return `${id} is not configured; set ${known.variable}, or give it under search`
  const all = ['library', ...knownSearchBackends.map(each => each.id), ...builtInSearchBackends]
  return `there is no search backend ${id}; there are ${all.join(', ')}`
}

/** The key or address that a variable holds; null when it is not set. A value that cannot be one is a mistake. */
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
    mistakes.push({ where: variable, reason: 'must be an http or https address' })
    return null
  }
  if (url.username !== '' || url.password !== '') {
    mistakes.push({ where: variable, reason: 'must hold no name or password' })
    return null
  }
  // People copy the address from their browser.
  return `${url.origin}${url.pathname}`.replace(/\/(search)?\/*$/, '')
}
