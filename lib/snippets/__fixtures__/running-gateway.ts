import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { startSite, type LocalSite } from '#e2e/support/site.ts'

export interface RunningGateway extends AsyncDisposable {
  readonly baseUrl: string
  readonly apiKey: string
  /** A website that it may fetch. */
  readonly site: LocalSite
}

/** The gateway in its own process, with the provider `scripted` and without a console. */
export async function startGatewayProcess(): Promise<RunningGateway> {
  const upstream = await startScriptedUpstream()
  const site = await startSite()
  const folder = await mkdtemp(join(tmpdir(), 'sextant-gateway-'))
  const configuration = join(folder, 'sextant.yaml')
  await writeFile(configuration, `providers:\n  - { id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}" }\n`)
  const apiKey = `snippets-${crypto.randomUUID()}`
  const port = await freePort()
  // `env` extends the environment of this process.
  const variables = {
    PORT: port,
    SEXTANT_CONFIG: configuration,
    SEXTANT_DATA_DIR: join(folder, 'data'),
    SEXTANT_CONSOLE: 'off',
    SEXTANT_INITIAL_API_KEY: apiKey,
    ALLOW_PRIVATE_HOSTS: site.host,
  }
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const gateway = spawn('env', [...settings, process.execPath, 'bin/gateway.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  // Its log is read so that the pipe never fills.
  gateway.stdout.resume()
  const ended = once(gateway, 'close')
  await ready(`http://127.0.0.1:${port}/healthz`)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    site,
    async [Symbol.asyncDispose]() {
      gateway.kill()
      await ended
      await upstream.close()
      await site[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

async function ready(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error('The gateway was not ready within 30 s.')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
