import { fieldAt } from '#components/playground/form/model/body-field.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { toText } from '#lib/client/json-value.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { defaultAnswerModel } from '#lib/contracts/api/search/answer-model.ts'
import { isRecord } from '#lib/read-json.ts'

/**
 * The public id of a model as a search names it: `{provider, model}`, with `name` for `model`; null: the
 * default.
 */
export function modelIdOf(value: unknown): string | null {
  if (!isRecord(value)) return null
  const model = toText(value['model']) ?? toText(value['name'])
  const provider = toText(value['provider'])
  if (model === null || provider === null || provider === '' || model.startsWith(`${provider}/`)) return model
  return `${provider}/${model}`
}

export function toModelName(id: string): { readonly model: string } {
  return { model: id }
}

/** The model that answers a search, as the API will choose it; null: unknown. */
export function readAnswerModel(body: Draft['body'], models: readonly Model[]): string | null {
  const defaults = Object.fromEntries(models.filter(model => model.default).map(({ type, id }) => [type, id]))
  const focusMode = fieldAt(body, 'params.focusMode')
  const optimizationMode = fieldAt(body, 'params.optimizationMode')
  return (
    modelIdOf(fieldAt(body, 'params.chatModel')) ??
    defaultAnswerModel(defaults, { focusMode, optimizationMode })
  )
}
