import type { LanguageModel } from './language/language-model.ts'
import type { ListedModel } from './listed-model.ts'

/** A named source of models. A missing factory means: this backend cannot do it. */
export interface Provider {
  readonly id: string
  language?(modelId: string): LanguageModel
  /**
   * What the provider's own model list names.
   * @throws ApiError when the list cannot be had within 3 s
   */
  list?(signal: AbortSignal): Promise<readonly ListedModel[]>
}
