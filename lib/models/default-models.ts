const sixGibibytes = 6 * 1024 ** 3

/** The ids that are fetched at the first start: one each for chat, embeddings and speech. */
export function defaultModels(options: {
  readonly chat?: string | undefined
  readonly embeddings?: string | undefined
  readonly speech?: string | undefined
  readonly totalMemoryBytes: number
}): string[] {
  return [
    options.chat ?? defaultChatModel(options.totalMemoryBytes),
    options.embeddings ?? 'local/bge-small-en-v1.5',
    options.speech ?? 'local/moonshine-tiny-en',
  ].filter(id => id.startsWith('local/'))
}

/** Chosen once by the machine's memory; nothing switches by itself later. */
export function defaultChatModel(totalMemoryBytes: number): string {
  return totalMemoryBytes >= sixGibibytes
    ? 'local/qwen2.5-coder-1.5b-instruct'
    : 'local/qwen2.5-coder-0.5b-instruct'
}
