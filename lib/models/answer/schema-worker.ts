import { parentPort } from 'node:worker_threads'
import { z } from 'zod'

export interface SchemaJob {
  readonly schema: Readonly<Record<string, unknown>>
  readonly value: unknown
}

/** `started` comes before the check, so that its deadline does not include the start of the worker. */
export type SchemaReply = { readonly id: number; readonly state: 'started' | 'fits' | 'fails' }

parentPort?.on('message', ({ id, schema, value }: SchemaJob & { readonly id: number }) => {
  const reply = (state: SchemaReply['state']) => parentPort?.postMessage({ id, state } satisfies SchemaReply)
  reply('started')
  const checker = readSchema(schema)
  reply(checker === null || checker.safeParse(value).success ? 'fits' : 'fails')
})

function readSchema(schema: SchemaJob['schema']): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema)
  } catch {
    // Schemas come from the caller and may use unsupported keywords: the grammar has already enforced what it can.
    return null
  }
}
