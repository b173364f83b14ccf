import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { environment as inherited } from '#lib/config.ts'

export interface GatewayProgram {
  readonly gateway: ChildProcess
  readonly url: string
}

interface Launch {
  /** A command that runs the command in its last arguments. */
  readonly launcher?: readonly string[]
  /** The folder of the version to start: by default, this one. */
  readonly root?: string
}

/** The gateway as a separate process, without a console; resolves once it listens. */
export async function startGatewayProgram(
  dataDir: string,
  /** Path of its `sextant.yaml`. */
  config: string,
  environment: Readonly<Record<string, string>> = {},
  { launcher = [], root = join(import.meta.dirname, '../../..') }: Launch = {},
): Promise<GatewayProgram> {
  const port = await freePort()
  const [command, ...args] = [...launcher, process.execPath, join(root, 'bin/gateway.ts')]
  const gateway = spawn(command ?? process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...inherited,
      SEXTANT_CONFIG: config,
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_CONSOLE: 'off',
      PORT: String(port),
      ...environment,
    },
  })
  for await (const line of gateway.stdout) if (String(line).includes('gateway listening')) break
  return { gateway, url: `http://127.0.0.1:${port}` }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
