import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { internalHeader } from '#lib/internal-token.ts'
import type { ModelsState } from './gauges.ts'

const counts = z.record(z.string(), z.number())
const stateSchema = z.object({ waiting: counts, resident_bytes: counts })

const answerMsMax = 500

/** The report of the models process. @throws Error if it does not answer */
export async function readModelsState(port: number, token: string): Promise<ModelsState> {
  const signal = AbortSignal.timeout(answerMsMax)
  const outgoing = get({
    host: '127.0.0.1',
    port,
    path: '/state',
    headers: { [internalHeader]: token },
    signal,
  })
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const { waiting, resident_bytes: residentBytes } = stateSchema.parse(await json(answer))
  return { waiting, residentBytes }
}
