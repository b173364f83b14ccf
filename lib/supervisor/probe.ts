import { request } from 'node:http'
import { toFields } from './log-line.ts'

/** Where a process answers 200 once it can work. */
export interface Probe {
  readonly host: string
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const timeoutMs = 2000

/** Whether a process can work; where it cannot and says why, its reasons. */
export type ProbeAnswer = 'ready' | { readonly reasons: readonly string[] }

/** Asks once; a process that does not answer in time has given no reason. */
export function ask({ host, port, path, headers }: Probe): Promise<ProbeAnswer> {
  return new Promise(resolve => {
    const silent = () => resolve({ reasons: [] })
    const outgoing = request({ host, port, path, headers, agent: false, timeout: timeoutMs }, response => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text = (text + part).slice(0, textLengthMax)))
      response.on('end', () =>
        resolve(response.statusCode === 200 ? 'ready' : { reasons: readReasons(text) }),
      )
      response.on('error', silent)
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', silent)
    outgoing.end()
  })
}

const textLengthMax = 10_000

function readReasons(text: string): readonly string[] {
  const reasons = toFields(text)?.['reasons']
  return Array.isArray(reasons) ? reasons.filter(reason => typeof reason === 'string') : []
}
