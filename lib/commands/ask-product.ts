import { request, type IncomingMessage } from 'node:http'

export interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** How long the running product may stay silent: its download events come every second, and keep-alives between. */
const silenceMs = 60_000

/**
 * Asks the running product on this machine.
 * @throws Error with the product's own message when it refuses
 */
export async function askProduct(ask: Ask): Promise<IncomingMessage> {
  const response = await send(ask)
  if ((response.statusCode ?? 500) < 400) return response
  throw new Error(errorMessage(await readText(response)) ?? `Sextant answered ${response.statusCode}.`)
}

export async function readText(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) {
    text += String(part)
    if (text.length > 10_000_000) throw new Error('Sextant answered more than 10 MB.')
  }
  return text
}

function send({ method, url, headers, signal }: Ask): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, signal, timeout: silenceMs }, resolve)
    outgoing.on('timeout', () => outgoing.destroy(new Error('Sextant runs but does not answer.')))
    outgoing.on('error', cause => {
      if (signal.aborted) reject(cause)
      else reject(new Error(`Sextant runs but cannot be asked: ${cause.message}`, { cause }))
    })
    outgoing.end()
  })
}

/** The message of an error envelope; null for any other text. */
export function errorMessage(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('error' in body)) return null
    const { error } = body
    if (typeof error !== 'object' || error === null || !('message' in error)) return null
    return String(error.message)
  } catch {
    return null
  }
}
