import type { LanguageModel } from '#lib/engines/language/language-model.ts'

/** A chat model as a call finds it: the engine, and what the operator said of it. */
export interface ChatTarget {
  readonly publicId: string
  readonly providerId: string
  readonly model: LanguageModel
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number } | undefined
  /** Tokens. */
  readonly contextWindow?: number | undefined
  /** Unknown when absent: an image is then passed on. */
  readonly input?: readonly ('text' | 'image' | 'audio')[] | undefined
  /** Public ids tried after it. */
  readonly fallbacks: readonly string[]
  /** Where the first event may take longer than usual, such as a model that has to be loaded. */
  readonly firstEventMs?: number | undefined
}

/** What chat needs of the registry. */
export interface ChatModels {
  /** @throws ApiError `model_not_found` with the way to get it */
  resolve(publicId: string): ChatTarget
  /** Public ids of chat models known to read images. */
  imageReaders(): readonly string[]
}
