/** Kinds of server whose differences are known; `other` is plain OpenAI without its newest names. */
export const serverKinds = [
  'openai',
  'gemini',
  'mistral',
  'groq',
  'cohere',
  'deepseek',
  'xai',
  'together',
  'openrouter',
  'jina',
  'voyage',
  'mixedbread',
  'ollama',
  'vllm',
  'llama.cpp',
  'lm-studio',
  'tei',
  'local',
  'other',
] as const

export type ServerKind = (typeof serverKinds)[number]

const hosts: readonly (readonly [RegExp, ServerKind])[] = [
  [/(^|\.)api\.openai\.com$/, 'openai'],
  [/(^|\.)googleapis\.com$/, 'gemini'],
  [/(^|\.)mistral\.ai$/, 'mistral'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)cohere\.(ai|com)$/, 'cohere'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)x\.ai$/, 'xai'],
  [/(^|\.)together\.(ai|xyz)$/, 'together'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
  [/(^|\.)jina\.ai$/, 'jina'],
  [/(^|\.)voyageai\.com$/, 'voyage'],
  [/(^|\.)mixedbread\.(ai|com)$/, 'mixedbread'],
  // Local servers are known by their usual ports; 8000 and 8080 are anyone's.
  [/:11434$/, 'ollama'],
  [/:1234$/, 'lm-studio'],
]

/** Those whose answers always report what they cost. */
export const costReporters: ReadonlySet<ServerKind> = new Set(['openrouter', 'xai'])

/** The kind of server at an address. */
export function serverOf(baseUrl: string): ServerKind {
  const { hostname, host } = new URL(baseUrl)
  return hosts.find(([pattern]) => pattern.test(hostname) || pattern.test(host))?.[1] ?? 'other'
}
