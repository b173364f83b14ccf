import { randomBytes } from 'node:crypto'
import { createReadStream, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { startProcess } from './start-process.ts'

export interface DocumentServer extends AsyncDisposable {
  /** Sends a file with OCR enabled, using a key. */
  upload(file: File): Promise<void>
  /** Milliseconds from the last byte of a form to the first byte of its response. */
  respond(path: string): Promise<number>
  /** Milliseconds of one chat response through the same gateway. */
  chat(): Promise<number>
}

const root = join(import.meta.dirname, '..')

/** The gateway alone; a scripted server on `upstreamPort` answers chat, this process transcription. */
export async function startDocumentServer(upstreamPort: number, folder: string): Promise<DocumentServer> {
  const key = randomBytes(24).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'sextant.yaml')
  const provider = `{ id: up, kind: openai, baseUrl: "http://127.0.0.1:${upstreamPort}/v1" }`
  const speech = createServer((incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => outgoing.end(JSON.stringify({ text: 'Somebody said something.' })))
  })
  speech.listen(0, '127.0.0.1')
  await once(speech, 'listening')
  const speechPort = (speech.address() as AddressInfo).port
  const ears = `{ id: ears, kind: openai, baseUrl: "http://127.0.0.1:${speechPort}/v1" }`
  const model = '{ id: hearing, provider: ears, upstream: any, kind: speech }'
  writeFileSync(config, `providers: [${provider}, ${ears}]\nmodels: [${model}]\n`)
  const running = await startProcess(process.execPath, [join(root, 'bin/gateway.ts')], {
    env: {
      PORT: String(port),
      SEXTANT_CONFIG: config,
      SEXTANT_DATA_DIR: join(folder, 'data'),
      SEXTANT_CONSOLE: 'off',
      SEXTANT_INITIAL_API_KEY: key,
    },
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  })
  const headers = { authorization: `Bearer ${key}` }
  return {
    async upload(file) {
      const form = new FormData()
      form.set('file', file)
      form.set('enable_ocr', 'true')
      const response = await fetch(`${url}/upload`, { method: 'POST', body: form, headers })
      const body = await response.text()
      if (!response.ok) throw new Error(`${file.name}: ${response.status} ${body}`)
    },
    respond: path => respond(url, headers, path),
    async chat() {
      const startedAt = performance.now()
      const messages = [{ role: 'user', content: 'Hello' }]
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'up/echo', messages }),
      })
      await response.text()
      if (!response.ok) throw new Error(`chat returned ${response.status}`)
      return performance.now() - startedAt
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      speech.close()
      speech.closeAllConnections()
    },
  }
}

async function respond(url: string, headers: Record<string, string>, path: string): Promise<number> {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
  const tail = '\r\n--b--\r\n'
  const length = head.length + statSync(path).size + tail.length
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const outgoing = request(`${url}/upload`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(length),
    },
  })
  let sentAt = 0
  outgoing.on('response', incoming => {
    const ms = performance.now() - sentAt
    incoming.resume()
    incoming.on('end', () =>
      incoming.statusCode === 200 ? resolve(ms) : reject(new Error(`${incoming.statusCode}`)),
    )
  })
  outgoing.on('error', reject)
  outgoing.write(head)
  for await (const part of createReadStream(path)) outgoing.write(part)
  sentAt = performance.now()
  outgoing.end(tail)
  return await promise
}
