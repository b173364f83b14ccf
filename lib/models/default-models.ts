import { embeddedRerankers } from '#lib/contracts/api/embedded-rerankers.ts'
import { type DefaultModels, extractiveModel } from '#lib/contracts/api/search/answer-model.ts'
import { defaultEmbedder } from './catalog-embeddings.ts'

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
  return Object.values(chosenModels(options)).filter(id => id.startsWith('local/'))
}

/**
 * The default model of each type: the operator's, else an embedded one. Adding a provider changes none of them.
 * @param options.crossEncoderThere whether the weights of the better reranker are downloaded
 */
export function initialModels(
  options: DefaultChoices & { readonly crossEncoderThere: boolean },
): DefaultModels {
  const { chat, rerank, crossEncoderThere } = options
  const reranker = crossEncoderThere ? embeddedRerankers.crossEncoder : embeddedRerankers.hybrid
  return {
    ...chosenModels(options),
    rerank: rerank ?? reranker,
    // In less than a second, where a small model would take half a minute.
    ...(chat === undefined && { web: extractiveModel }),
  }
}

/** Chosen once by the machine's memory; never switched automatically. */
export function defaultChatModel(totalMemoryBytes: number): string {
  return totalMemoryBytes >= sixGibibytes
    ? 'local/qwen2.5-coder-1.5b-instruct'
    : 'local/qwen2.5-coder-0.5b-instruct'
}

function chosenModels({ chat, embeddings, speech, totalMemoryBytes }: DefaultChoices) {
  return {
    chat: chat ?? defaultChatModel(totalMemoryBytes),
    embeddings: embeddings ?? defaultEmbedder.id,
    speech: speech ?? 'local/moonshine-tiny-en',
  }
}
