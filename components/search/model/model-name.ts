import { toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'

export const extractiveModel = 'local/extractive'

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
