import type { Target } from '#lib/providers/registry/target.ts'
import type { LanguageModel } from './language-model.ts'

export interface ChatTarget extends Target<LanguageModel> {
  /** Unknown when absent: an image is then passed on. */
  readonly input?: readonly ('text' | 'image' | 'audio')[] | undefined
}
