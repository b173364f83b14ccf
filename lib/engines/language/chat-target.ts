import type { LanguageModel } from './language-model.ts'

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
  /** Where the first event may take longer than usual: the model may have to be fetched and loaded. */
  readonly firstEventMs?: number | undefined
}
