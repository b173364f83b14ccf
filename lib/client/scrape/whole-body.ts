import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'

/** The same request for the whole page as Markdown: nothing chosen, nothing taken out. */
export function toWholeBody(body: string): string {
  const sent = toObject(readJson(body))
  const { includeTags: _, excludeTags: __, ...params } = toObject(sent['params'])
  return JSON.stringify({ ...sent, params: { ...params, formats: ['markdown'], onlyMainContent: false } })
}
