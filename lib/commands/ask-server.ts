import { request, type IncomingMessage } from 'node:http'
import { readJsonRecord } from '#lib/read-json.ts'

export interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Longest silence of the running server: download events arrive every second, with keep-alives between. */
const silenceMs = 60_000

/**
 * Sends a request to the running server on this machine.
 * @throws Error with the server's own message when it rejects the request
 */
export async function askServer(ask: Ask): Promise<IncomingMessage> {
  const response = await send(ask)
  if ((response.statusCode ?? 500) < 400) return response
  throw new Error(errorMessage(await readText(response)) ?? `Sextant responded with ${response.statusCode}.`)
}

export async function readText(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) {
    text += String(part)
    if (text.length > 10_000_000) throw new Error('The response of Sextant exceeds 10 MB.')
  }
  return text
}

function send({ method, url, headers, signal }: Ask): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, signal, timeout: silenceMs }, resolve)
    outgoing.on('timeout', () => outgoing.destroy(new Error('Sextant is running but does not respond.')))
    outgoing.on('error', cause => {
      if (signal.aborted) reject(cause)
      else reject(new Error(`Cannot connect to the running Sextant: ${cause.message}`, { cause }))
    })
    outgoing.end()
  })
}

/** The message of an error body; null for other text. */
export function errorMessage(text: string): string | null {
  const error = readJsonRecord(text)?.['error']
  if (typeof error !== 'object' || error === null || !('message' in error)) return null
  return String(error.message)
}
