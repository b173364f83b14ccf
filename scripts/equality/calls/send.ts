import { Agent, request } from 'node:http'

export interface RawResponse {
  readonly status: number
  /** Names and values alternate, as received. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  /** How the connection ended, if the response is incomplete. */
  readonly broken: string | null
}

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  /** Disconnects as soon as the response contains this. */
  readonly leaveAt?: string
}

// A connection closed with the last byte could look like a client disconnect.
const agent = new Agent({ keepAlive: true })

/** Sends one request and returns the raw bytes of the response. */
export function send(
  origin: string,
  { method, path, headers, body, leaveAt }: RawRequest,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(origin), { method, path, headers, agent }, incoming => {
      const parts: Buffer[] = []
      const end = (broken: string | null) =>
        resolve({
          status: incoming.statusCode ?? 0,
          rawHeaders: incoming.rawHeaders,
          body: Buffer.concat(parts),
          broken,
        })
      incoming.on('data', (part: Buffer) => {
        parts.push(part)
        if (leaveAt === undefined || !Buffer.concat(parts).includes(leaveAt)) return
        outgoing.destroy()
        end('left')
      })
      incoming.on('end', () => end(null))
      incoming.on('error', error => end(error.message))
    })
    outgoing.on('error', reject)
    if (body !== null) outgoing.write(body)
    outgoing.end()
  })
}
