const sixGibibytes = 6 * 1024 ** 3

interface DefaultChoices {
  readonly chat?: string | undefined
  readonly embeddings?: string | undefined
  readonly rerank?: string | undefined
  readonly speech?: string | undefined
  readonly totalMemoryBytes: number
}

/** Models to download at the first start: one each for chat, embeddings and speech. */
export function defaultModels(options: DefaultChoices): string[] {
  return chosenModels(options).filter(id => id.startsWith('local/'))
}

/**
 * The default model of each type, embedded or not: the operator's, else ours.
 * @param options.crossEncoderThere whether the weights of the better reranker are downloaded
 */
export function initialModels(options: DefaultChoices & { readonly crossEncoderThere: boolean }): string[] {
  const reranker = options.crossEncoderThere ? 'local/ms-marco-minilm-l-6-v2' : 'local/hybrid-rerank'
  return [...chosenModels(options), options.rerank ?? reranker]
}

/** Chosen once by the machine's memory; never switched automatically. */
export function defaultChatModel(totalMemoryBytes: number): string {
  return totalMemoryBytes >= sixGibibytes
    ? 'local/qwen2.5-coder-1.5b-instruct'
    : 'local/qwen2.5-coder-0.5b-instruct'
}

function chosenModels({ chat, embeddings, speech, totalMemoryBytes }: DefaultChoices): string[] {
  return [
    chat ?? defaultChatModel(totalMemoryBytes),
    embeddings ?? 'local/bge-small-en-v1.5',
    speech ?? 'local/moonshine-tiny-en',
  ]
}
