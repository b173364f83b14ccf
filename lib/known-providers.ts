/**
 * Ids, URLs and variables of the providers, for code that may not load `lib/providers`: configuration,
 * contracts and console. Imports nothing. Lists show them in this order.
 */
const providers = [
  {
    id: 'openai',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    variable: 'OPENAI_API_KEY',
    gives: 'key',
  },
  {
    id: 'anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    variable: 'ANTHROPIC_API_KEY',
    gives: 'key',
  },
  {
    id: 'gemini',
    kind: 'openai',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    variable: 'GEMINI_API_KEY',
    gives: 'key',
  },
  {
    id: 'mistral',
    kind: 'openai',
    baseUrl: 'https://api.mistral.ai/v1',
    variable: 'MISTRAL_API_KEY',
    gives: 'key',
  },
  {
    id: 'groq',
    kind: 'openai',
    baseUrl: 'https://api.groq.com/openai/v1',
    variable: 'GROQ_API_KEY',
    gives: 'key',
  },
  {
    id: 'deepseek',
    kind: 'openai',
    baseUrl: 'https://api.deepseek.com',
    variable: 'DEEPSEEK_API_KEY',
    gives: 'key',
  },
  { id: 'xai', kind: 'openai', baseUrl: 'https://api.x.ai/v1', variable: 'XAI_API_KEY', gives: 'key' },
  {
    id: 'together',
    kind: 'openai',
    baseUrl: 'https://api.together.ai/v1',
    variable: 'TOGETHER_API_KEY',
    gives: 'key',
  },
  {
    id: 'openrouter',
    kind: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    variable: 'OPENROUTER_API_KEY',
    gives: 'key',
  },
  {
    id: 'cohere',
    kind: 'cohere',
    baseUrl: 'https://api.cohere.ai/compatibility/v1',
    variable: 'COHERE_API_KEY',
    gives: 'key',
  },
  { id: 'jina', kind: 'jina', baseUrl: 'https://api.jina.ai/v1', variable: 'JINA_API_KEY', gives: 'key' },
  {
    id: 'voyage',
    kind: 'voyage',
    baseUrl: 'https://api.voyageai.com/v1',
    variable: 'VOYAGE_API_KEY',
    gives: 'key',
  },
  {
    id: 'mixedbread',
    kind: 'mixedbread',
    baseUrl: 'https://api.mixedbread.com/v1',
    variable: 'MIXEDBREAD_API_KEY',
    gives: 'key',
  },
  {
    id: 'ollama',
    kind: 'openai',
    baseUrl: 'http://127.0.0.1:11434/v1',
    variable: 'OLLAMA_HOST',
    gives: 'address',
  },
  { id: 'vllm', kind: 'openai' },
  { id: 'llama.cpp', kind: 'openai' },
  { id: 'lm-studio', kind: 'openai' },
  { id: 'tei', kind: 'tei' },
  { id: 'other', kind: 'openai' },
] as const

type ProviderRecord = (typeof providers)[number]

/** `local` is the embedded engine, which needs no configuration. */
export type ProviderId = ProviderRecord['id'] | 'local'

/** The API that a configured provider speaks. */
export type ProviderKind = ProviderRecord['kind']

/** The part of a provider's definition that code outside `lib/providers` reads too. */
export interface ProviderHead {
  readonly id: ProviderId
  /** Its API; `openai` for every OpenAI-compatible one. */
  readonly kind: ProviderKind
  /** Absent: self-hosted; the URL must be configured. */
  readonly baseUrl?: string
  /** Environment variable that configures it. */
  readonly variable?: string
  /** Content of the variable; a URL stands for servers that need no key. */
  readonly gives?: 'key' | 'address'
}

/** A provider that needs only a variable. */
export type KnownProvider = Required<ProviderHead>

const local: ProviderHead = { id: 'local', kind: 'openai' }

/** The head of a provider's definition. */
export function providerHead(id: ProviderId): ProviderHead {
  return providers.find(provider => provider.id === id) ?? local
}

export const knownProviders: readonly KnownProvider[] = providers.filter(provider => 'variable' in provider)

export const providerKinds: readonly ProviderKind[] = [...new Set(providers.map(({ kind }) => kind))]

/** Servers whose differences from OpenAI's API are known; `other` is plain OpenAI without its newest names. */
export const openAiServers = providers
  .filter(provider => provider.kind === 'openai')
  .map(provider => provider.id)

const withKeys = knownProviders.flatMap(({ baseUrl, gives }) =>
  gives === 'key' ? [new URL(baseUrl).host] : [],
)

/** Whether a server is that of a vendor whose API rejects every request without a key. */
export function requiresKey(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && withKeys.includes(new URL(baseUrl).host)
}
