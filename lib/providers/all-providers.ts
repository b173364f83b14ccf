import type { ProviderId } from '#lib/known-providers.ts'
import { anthropic } from './anthropic/provider.ts'
import { cohere } from './cohere/provider.ts'
import { deepseek } from './deepseek/provider.ts'
import type { ProviderDefinition } from './define-provider.ts'
import { gemini } from './gemini/provider.ts'
import { groq } from './groq/provider.ts'
import { jina } from './jina/provider.ts'
import { llamaCpp } from './llama-cpp/provider.ts'
import { lmStudio } from './lm-studio/provider.ts'
import { local } from './local/provider.ts'
import { mistral } from './mistral/provider.ts'
import { mixedbread } from './mixedbread/provider.ts'
import { ollama } from './ollama/provider.ts'
import { other } from './openai-compatible/provider.ts'
import { openai } from './openai/provider.ts'
import { openrouter } from './openrouter/provider.ts'
import { tei } from './tei/provider.ts'
import { together } from './together/provider.ts'
import { vllm } from './vllm/provider.ts'
import { voyage } from './voyage/provider.ts'
import { xai } from './xai/provider.ts'

const definitions: Readonly<Record<ProviderId, ProviderDefinition>> = {
  openai,
  anthropic,
  gemini,
  mistral,
  groq,
  cohere,
  deepseek,
  xai,
  together,
  openrouter,
  jina,
  voyage,
  mixedbread,
  ollama,
  vllm,
  'llama.cpp': llamaCpp,
  'lm-studio': lmStudio,
  tei,
  local,
  other,
}

export const allProviders: readonly ProviderDefinition[] = Object.values(definitions)

export function providerById(id: ProviderId): ProviderDefinition {
  return definitions[id]
}
