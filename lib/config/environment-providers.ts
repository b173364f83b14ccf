import type { ProviderSettings } from '#lib/config.ts'
import { ConfigError } from './config-error.ts'
import { apiKeyPattern, apiKeyRule } from './provider-key.ts'
import { providerKinds } from './provider-kinds.ts'
import type { Environment } from './read-environment.ts'

/** Well-known variables and the provider id that each stands for, in the order in which defaults are chosen. */
export const providerByVariable = {
  OPENAI_API_KEY: 'openai',
  ANTHROPIC_API_KEY: 'anthropic',
  GEMINI_API_KEY: 'gemini',
  MISTRAL_API_KEY: 'mistral',
  GROQ_API_KEY: 'groq',
  DEEPSEEK_API_KEY: 'deepseek',
  XAI_API_KEY: 'xai',
  TOGETHER_API_KEY: 'together',
  OPENROUTER_API_KEY: 'openrouter',
  COHERE_API_KEY: 'cohere',
  JINA_API_KEY: 'jina',
  VOYAGE_API_KEY: 'voyage',
  MIXEDBREAD_API_KEY: 'mixedbread',
  OLLAMA_HOST: 'ollama',
} as const

export interface EnvironmentProvider {
  readonly variable: string
  readonly settings: ProviderSettings
}

export function readEnvironmentProviders(environment: Environment): EnvironmentProvider[] {
  return Object.entries(providerByVariable).flatMap(([variable, id]) => {
    const value = environment[variable]?.trim()
    if (!value) return []
    if (variable !== 'OLLAMA_HOST' && !apiKeyPattern.test(value))
      throw new ConfigError([{ where: variable, reason: apiKeyRule }])
    const place =
      variable === 'OLLAMA_HOST'
        ? { baseUrl: toBaseUrl(value), apiKey: null }
        : { baseUrl: null, apiKey: value }
    const kind = providerKinds.find(known => known === id) ?? 'openai'
    return [{ variable, settings: { id, kind, ...place, from: 'environment' } }]
  })
}

/** Reads the host the way its own server does: scheme and port may be missing, and 0.0.0.0 is what it listens on. */
function toBaseUrl(host: string): string {
  const text = /^https?:\/\//i.test(host) ? host : `http://${host}`
  if (!URL.canParse(text)) {
    throw new ConfigError([{ where: 'OLLAMA_HOST', reason: 'must be an address such as 127.0.0.1:11434' }])
  }
  const url = new URL(text)
  const hasPort = /:\d+(\/|$)/.test(text.replace(/^https?:\/\//i, ''))
  if (!hasPort) url.port = '11434'
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`
}
