import type { Run, SentRequest } from '#lib/client/run.ts'
import { readJsonRecord } from '#lib/read-json.ts'

const known = new WeakMap<SentRequest, string | null>()

/** The model that a run requested; null when its body has none. */
export function sentModel({ request }: Pick<Run, 'request'>): string | null {
  const before = known.get(request)
  if (before !== undefined) return before
  const model = readModel(request.body)
  known.set(request, model)
  return model
}

function readModel(text: string): string | null {
  const model = readJsonRecord(text)?.['model']
  return typeof model === 'string' ? model : null
}
