/** Whether a process is ready, and whether it answers at all. */
import { request } from 'node:http'
import { toFields } from './log-line.ts'

/** Returns 200 once the process is ready. */
export interface Probe {
  readonly host: string
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Whether a process is ready; if not, the reasons it reports. */
type ProbeAnswer = 'ready' | { readonly reasons: readonly string[] }

/** Without an answer. */
export const probeTimeoutMs = 2000

/** Sends one probe; a timeout gives no reason. */
export async function ask(probe: Probe): Promise<ProbeAnswer> {
  const answer = await send(probe)
  if (answer?.status === 200) return 'ready'
  return { reasons: answer === null ? [] : readReasons(answer.text) }
}

/** Whether the process answers, ready or not. Only a process whose event loop runs does. */
export async function answersProbe(probe: Probe): Promise<boolean> {
  return (await send(probe)) !== null
}

const textLengthMax = 10_000

function send({ host, port, path, headers }: Probe): Promise<{ status: number; text: string } | null> {
  return new Promise(resolve => {
    const silent = () => resolve(null)
    const options = { host, port, path, headers, agent: false, timeout: probeTimeoutMs }
    const outgoing = request(options, response => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text = (text + part).slice(0, textLengthMax)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', silent)
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', silent)
    outgoing.end()
  })
}

function readReasons(text: string): readonly string[] {
  const reasons = toFields(text)?.['reasons']
  return Array.isArray(reasons) ? reasons.filter(reason => typeof reason === 'string') : []
}
