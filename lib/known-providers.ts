/**
 * Providers that need only a variable: their ids, where they are, and what the variable gives. Imports nothing.
 * In the order in which defaults are chosen.
 */
export interface KnownProvider {
  readonly id: string
  readonly baseUrl: string
  readonly variable: string
  /** What the variable holds: an address stands for servers that ask for no key. */
  readonly gives: 'key' | 'address'
}

export const knownProviders: readonly KnownProvider[] = [
  { id: 'openai', baseUrl: 'https://api.openai.com/v1', variable: 'OPENAI_API_KEY', gives: 'key' },
  { id: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', variable: 'ANTHROPIC_API_KEY', gives: 'key' },
  {
    id: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    variable: 'GEMINI_API_KEY',
    gives: 'key',
  },
  { id: 'mistral', baseUrl: 'https://api.mistral.ai/v1', variable: 'MISTRAL_API_KEY', gives: 'key' },
  { id: 'groq', baseUrl: 'https://api.groq.com/openai/v1', variable: 'GROQ_API_KEY', gives: 'key' },
  { id: 'deepseek', baseUrl: 'https://api.deepseek.com', variable: 'DEEPSEEK_API_KEY', gives: 'key' },
  { id: 'xai', baseUrl: 'https://api.x.ai/v1', variable: 'XAI_API_KEY', gives: 'key' },
  { id: 'together', baseUrl: 'https://api.together.ai/v1', variable: 'TOGETHER_API_KEY', gives: 'key' },
  { id: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', variable: 'OPENROUTER_API_KEY', gives: 'key' },
  {
    id: 'cohere',
    baseUrl: 'https://api.cohere.ai/compatibility/v1',
    variable: 'COHERE_API_KEY',
    gives: 'key',
  },
  { id: 'jina', baseUrl: 'https://api.jina.ai/v1', variable: 'JINA_API_KEY', gives: 'key' },
  { id: 'voyage', baseUrl: 'https://api.voyageai.com/v1', variable: 'VOYAGE_API_KEY', gives: 'key' },
  {
    id: 'mixedbread',
    baseUrl: 'https://api.mixedbread.com/v1',
    variable: 'MIXEDBREAD_API_KEY',
    gives: 'key',
  },
  { id: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', variable: 'OLLAMA_HOST', gives: 'address' },
]
