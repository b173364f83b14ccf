import { toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'

/** The URL of the page or website that a run requested; null when its body has none. */
export function sentAddress({ request }: Pick<Run, 'request'>): string | null {
  const { url, params } = toObject(readJson(request.body))
  return toText(url) ?? toText(toObject(params)['url'])
}
