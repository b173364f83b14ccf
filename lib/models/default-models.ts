const sixGibibytes = 6 * 1024 ** 3

interface DefaultChoices {
  readonly chat?: string | undefined
  readonly embeddings?: string | undefined
  readonly rerank?: string | undefined
  readonly speech?: string | undefined
  readonly totalMemoryBytes: number
}

/** The ids that are fetched at the first start: one each for chat, embeddings and speech. */
export function defaultModels(options: DefaultChoices): string[] {
  return usualModels({ ...options, rerank: undefined }).filter(id => id.startsWith('local/'))
}

/** The usual choice of each kind, embedded or not: the operator's, else ours. */
export function usualModels(options: DefaultChoices): string[] {
  return [
    options.chat ?? defaultChatModel(options.totalMemoryBytes),
    options.embeddings ?? 'local/bge-small-en-v1.5',
    options.speech ?? 'local/moonshine-tiny-en',
    ...(options.rerank === undefined ? [] : [options.rerank]),
  ]
}

/** Chosen once by the machine's memory; nothing switches by itself later. */
export function defaultChatModel(totalMemoryBytes: number): string {
  return totalMemoryBytes >= sixGibibytes
    ? 'local/qwen2.5-coder-1.5b-instruct'
    : 'local/qwen2.5-coder-0.5b-instruct'
}
