/** The wire shapes that a configured provider may speak. */
export const providerKinds = ['openai', 'anthropic', 'cohere', 'jina', 'voyage', 'mixedbread', 'tei'] as const
export type ProviderKind = (typeof providerKinds)[number]
