import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { environment } from '#lib/config.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './start-process.ts'

export const modelsDir = environment['MODELS_DIR'] ?? join(homedir(), '.cache/sextant/models')
const root = join(import.meta.dirname, '..')

export interface EmbeddedServer extends AsyncDisposable {
  readonly url: string
  readonly key: string
  /** @throws Error for everything but a 2xx */
  ask(path: string, body: unknown): Promise<Response>
  /**
   * @returns the response's JSON
   * @throws Error for everything but a 2xx
   */
  post(path: string, body: unknown): Promise<unknown>
}

/** Gateway and models process as the supervisor starts them; requests use the public port and a key. */
export async function startEmbeddedServer(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<EmbeddedServer> {
  const key = randomBytes(24).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = await startProcess(process.execPath, [join(root, 'bin/start.ts')], {
    cwd: folder,
    env: {
      PORT: String(port),
      SEXTANT_DATA_DIR: join(folder, 'data'),
      SEXTANT_CONSOLE: 'off',
      SEXTANT_INITIAL_API_KEY: key,
      MODELS_DIR: modelsDir,
      MODEL_SOURCES: 'file',
      ...env,
    },
    ready: async () => (await fetch(`${url}/readyz`)).ok,
    patienceMs: 120_000,
  })
  const ask: EmbeddedServer['ask'] = async (path, body) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    url,
    key,
    ask,
    post: async (path, body) => await (await ask(path, body)).json(),
    [Symbol.asyncDispose]: async () => await running[Symbol.asyncDispose](),
  }
}
