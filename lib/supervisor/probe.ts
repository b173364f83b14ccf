import { request } from 'node:http'

/** Where a process answers 200 once it can work. */
export interface Probe {
  readonly host: string
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const timeoutMs = 2000

/** True when the process answers its probe with 200 in time. */
export function answers({ host, port, path, headers }: Probe): Promise<boolean> {
  return new Promise(resolve => {
    const outgoing = request({ host, port, path, headers, agent: false, timeout: timeoutMs }, response => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(false))
    outgoing.end()
  })
}
