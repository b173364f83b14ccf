/** Providers that need only a key: where they are, and the variable that the key is read from. */
export interface KnownProvider {
  readonly id: string
  readonly baseUrl: string
  readonly variable: string
}

export const knownProviders: readonly KnownProvider[] = [
  { id: 'openai', baseUrl: 'https://api.openai.com/v1', variable: 'OPENAI_API_KEY' },
  { id: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', variable: 'ANTHROPIC_API_KEY' },
  {
    id: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    variable: 'GEMINI_API_KEY',
  },
  { id: 'mistral', baseUrl: 'https://api.mistral.ai/v1', variable: 'MISTRAL_API_KEY' },
  { id: 'groq', baseUrl: 'https://api.groq.com/openai/v1', variable: 'GROQ_API_KEY' },
  { id: 'deepseek', baseUrl: 'https://api.deepseek.com', variable: 'DEEPSEEK_API_KEY' },
  { id: 'xai', baseUrl: 'https://api.x.ai/v1', variable: 'XAI_API_KEY' },
  { id: 'together', baseUrl: 'https://api.together.ai/v1', variable: 'TOGETHER_API_KEY' },
  { id: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', variable: 'OPENROUTER_API_KEY' },
  { id: 'cohere', baseUrl: 'https://api.cohere.ai/compatibility/v1', variable: 'COHERE_API_KEY' },
  { id: 'jina', baseUrl: 'https://api.jina.ai/v1', variable: 'JINA_API_KEY' },
  { id: 'voyage', baseUrl: 'https://api.voyageai.com/v1', variable: 'VOYAGE_API_KEY' },
  { id: 'mixedbread', baseUrl: 'https://api.mixedbread.com/v1', variable: 'MIXEDBREAD_API_KEY' },
  { id: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', variable: 'OLLAMA_HOST' },
]
