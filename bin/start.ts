/** `npm start` and `npm run dev`: starts Sextant and keeps it running until it is stopped. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { environment, loadConfig } from '#lib/config.ts'
import type { Config } from '#lib/config.ts'
import { publicAddress } from '#lib/config/public-address.ts'
import { refuseMistyped } from '#lib/store/keys/api-key.ts'
import { readSecrets } from '#lib/store/core/secrets.ts'
import { buildIfStale } from '#lib/supervisor/console-build.ts'
import { takeDataFolder } from '#lib/supervisor/data-folder.ts'
import { toDrainDeadline } from '#lib/supervisor/drain-deadline.ts'
import { describeStartError } from '#lib/supervisor/exit-on-error.ts'
import { findFreePort, requireFreePort } from '#lib/supervisor/free-port.ts'
import { updatePricesWeekly } from '#lib/supervisor/price-updates.ts'
import { toPrograms } from '#lib/supervisor/programs.ts'
import { listenForStop } from '#lib/supervisor/stop-signals.ts'
import { supervise } from '#lib/supervisor/supervise.ts'
import { createTerminal } from '#lib/supervisor/terminal.ts'
import type { Terminal } from '#lib/supervisor/terminal.ts'

const root = path.dirname(import.meta.dirname)
const development = process.argv.includes('--dev')

let dataDir: string | undefined
try {
  const config = loadConfig()
  dataDir = config.dataDir
  // Checked here before anything runs: a process that failed later would be restarted again and again.
  if (config.initialApiKey !== null) refuseMistyped(config.initialApiKey, 'SEXTANT_INITIAL_API_KEY')
  const terminal = createTerminal(process.stdout, config.logFormat, config.modelsDir)
  await start(config, terminal)
} catch (error) {
  process.stderr.write(`${describeStartError(error, dataDir)}\n`)
  process.exit(1)
}

async function start(config: Config, terminal: Terminal): Promise<void> {
  const ports = await choosePorts(config)
  const internalToken = randomBytes(32).toString('base64url')
  const { host, dataDir } = config
  const lock = takeDataFolder(dataDir, {
    pid: process.pid,
    startedAt: Date.now(),
    host,
    internalToken,
    ...ports,
  })
  process.on('exit', lock.release)
  if (hasFixedPort(config)) await requireFreePort(host, config.port, 'PORT')
  // Reported now, not by the first page that needs them.
  if (config.consoleEnabled) readSecrets(dataDir, config)
  if (config.port !== 0 && ports.port !== config.port)
    terminal.say(`Port ${config.port} is in use; using ${ports.port}.`)

  const abort = new AbortController()
  const drainDeadlineMs = toDrainDeadline(config)
  const wiring = { root, host, ...ports, internalToken, environment, development, drainDeadlineMs }
  const programs = toPrograms(wiring)
  const server = supervise({
    ...programs,
    console: config.consoleEnabled ? programs.console : null,
    beforeConsole: () => (development ? Promise.resolve() : build(terminal, abort.signal)),
    terminal,
    drainDeadlineMs,
  })
  listenForStop({
    drain(reason) {
      terminal.clear()
      terminal.log('info', `Stopping (${reason}): waiting for open responses; repeat to stop immediately`)
      abort.abort()
      void server.drain().then(() => process.exit(0))
    },
    ignored: signal => terminal.log('info', `Ignored ${signal}`),
    kill: () => void server.kill().then(() => process.exit(1)),
  })

  try {
    await server.ready
  } catch (error) {
    if (abort.signal.aborted) return
    abort.abort()
    await server.kill()
    throw error
  }
  if (config.pricesUpdate === 'weekly')
    updatePricesWeekly({ root, environment, log: terminal.log, signal: abort.signal })
  terminal.say(`Sextant is ready: ${publicAddress({ ...config, port: ports.port })}`)
}

function build(terminal: Terminal, signal: AbortSignal): Promise<void> {
  return buildIfStale({ root, environment, signal, say: terminal.say })
}

async function choosePorts(
  config: Config,
): Promise<{ port: number; consolePort: number; modelsPort: number }> {
  const { host, port } = config
  const free = hasFixedPort(config) ? port : await findFreePort(host, port)
  const consolePort = await findFreePort('127.0.0.1', 0)
  const modelsPort = await findFreePort('127.0.0.1', 0)
  return { port: free, consolePort, modelsPort }
}

/** Users who asked for this port, or use the configured URL, would otherwise reach another program. */
function hasFixedPort({ port, portGiven, appUrl }: Config): boolean {
  return port !== 0 && (portGiven || appUrl !== null)
}
