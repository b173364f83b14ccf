import type { ProviderSettings } from './settings.ts'
import { type KnownProvider, knownProviders } from '#lib/known-providers.ts'
import { ConfigError } from './config-error.ts'
import { apiKeyPattern, apiKeyRule } from './provider-key.ts'
import type { Environment } from './read-environment.ts'

export interface EnvironmentProvider {
  readonly variable: string
  readonly settings: ProviderSettings
}

export function readEnvironmentProviders(environment: Environment): EnvironmentProvider[] {
  return knownProviders.flatMap(known => {
    const { id, kind, variable, gives } = known
    const value = environment[variable]?.trim()
    if (!value) return []
    if (gives === 'key' && !apiKeyPattern.test(value))
      throw new ConfigError([{ where: variable, reason: apiKeyRule }])
    const address =
      gives === 'address'
        ? { baseUrl: toBaseUrl(value, known), apiKey: null }
        : { baseUrl: null, apiKey: value }
    return [{ variable, settings: { id, kind, ...address, from: 'environment' } }]
  })
}

/** Reads the host as its own server does: scheme and port are optional, and 0.0.0.0 is a listen address. */
function toBaseUrl(host: string, { variable, baseUrl }: KnownProvider): string {
  const standard = new URL(baseUrl)
  const text = /^https?:\/\//i.test(host) ? host : `http://${host}`
  if (!URL.canParse(text)) {
    throw new ConfigError([{ where: variable, reason: `must be a host such as ${standard.host}` }])
  }
  const url = new URL(text)
  const hasPort = /:\d+(\/|$)/.test(text.replace(/^https?:\/\//i, ''))
  if (!hasPort) url.port = standard.port
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`
}
