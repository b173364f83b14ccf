import type { ModelKind } from '#lib/contracts/api/models.ts'

/** Quotes sources in AI searches without a language model. */
export const extractiveModel = 'local/extractive'

/** Public IDs of the default models. `web`: the model of fast searches, where it differs from `chat`. */
export type DefaultModels = Readonly<Partial<Record<ModelKind, string>>>

/**
 * The model that answers a search whose request names none; null: there is none. Gateway and console both use
 * this function, with the defaults that `GET /v1/models?all=true` marks.
 */
export function defaultAnswerModel(
  defaults: DefaultModels,
  { focusMode, optimizationMode }: { readonly focusMode: unknown; readonly optimizationMode: unknown },
): string | null {
  const quotes = optimizationMode === 'speed' && focusMode !== 'writingAssistant'
  return (quotes ? defaults.web : undefined) ?? defaults.chat ?? null
}
