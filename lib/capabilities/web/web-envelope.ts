import { createHash } from 'node:crypto'
import { newId } from '#lib/capabilities/new-id.ts'

/** The envelope of a `/v1/web` response, with the tokens that its data would cost as chat input. */
export function toWebEnvelope<Model extends string, Data>(
  model: Model,
  data: Data,
  tokens: number,
  version: string,
) {
  return {
    id: newId('web-', 24),
    object: `${model}.completion` as const,
    created: Math.floor(Date.now() / 1000),
    model,
    data,
    usage: { prompt_tokens: 0, completion_tokens: tokens, total_tokens: tokens },
    system_fingerprint: fingerprintOf(model, version),
  }
}

function fingerprintOf(model: string, version: string): string {
  return `fp_${createHash('sha256').update(`${model}\n${version}`).digest('hex').slice(0, 10)}`
}
