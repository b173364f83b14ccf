/** The three processes of the server: entry files, environments and readiness probes. */
import path from 'node:path'
import { internalHeader } from '#lib/internal-token.ts'
import type { Environment, Program } from './child.ts'

export interface Wiring {
  readonly root: string
  readonly host: string
  readonly port: number
  readonly consolePort: number
  readonly modelsPort: number
  readonly internalToken: string
  readonly environment: Environment
  readonly development: boolean
  readonly drainDeadlineMs: number
}

export function toPrograms(wiring: Wiring): { gateway: Program; console: Program; models: Program } {
  const environment = toEnvironment(wiring)
  const headers = { [internalHeader]: wiring.internalToken }
  const watch = wiring.development ? ['--watch', '--watch-preserve-output'] : []
  const entry = (name: string) => path.join(wiring.root, 'bin', name)
  const internal = { host: '127.0.0.1', path: '/healthz', headers }
  return {
    gateway: {
      name: 'gateway',
      nodeArguments: [...gatewayMemory, ...watch, entry('gateway.ts')],
      environment: { ...environment, ...gatewayAllocator },
      probe: { host: toReachable(wiring.host), port: wiring.port, path: '/readyz', headers: {} },
      needed: true,
      reportsListening: true,
      liveness: null,
    },
    console: {
      name: 'console',
      nodeArguments: [entry('console.ts'), ...(wiring.development ? ['--dev'] : [])],
      environment: { ...environment, NODE_ENV: wiring.development ? 'development' : 'production' },
      probe: { ...internal, port: wiring.consolePort },
      needed: true,
      reportsListening: false,
      liveness: null,
    },
    models: {
      name: 'models',
      nodeArguments: [...watch, entry('models.ts')],
      environment,
      probe: { ...internal, port: wiring.modelsPort },
      needed: false,
      reportsListening: false,
      // A debugger stops the process in development.
      liveness: wiring.development ? null : modelsLiveness,
    },
  }
}

// 15 s with the timeout of each probe. Loading a model, reading a prompt and the largest requests block the event
// loop for less than a second, measured with two cores, and for less than 5 s with four times the load.
const modelsLiveness = { pauseMs: 500, missesMax: 6 }

// Memory for 1,000 open streams, as measured by `node bench/run.ts gateway`: about half of V8's default.
const gatewayMemory = ['--max-semi-space-size=16', '--heap-growing-percent=30']

// By default glibc gives each thread an arena and keeps its peak memory: measured with 1,000 open streams 218 MB
// instead of 255, and 265 instead of 333 after counting tokens; CPU time of a call is unchanged.
const gatewayAllocator = { MALLOC_ARENA_MAX: '1' }

function toEnvironment(wiring: Wiring): Environment {
  return {
    // Cache of code with stripped types: measured on an idle gateway, 0.44 s to start instead of 0.8, 20 MB less.
    NODE_COMPILE_CACHE: path.join(wiring.root, 'node_modules/.cache/node'),
    ...wiring.environment,
    HOST: wiring.host,
    PORT: String(wiring.port),
    SEXTANT_INTERNAL_TOKEN: wiring.internalToken,
    SEXTANT_GATEWAY_PORT: String(wiring.port),
    SEXTANT_CONSOLE_PORT: String(wiring.consolePort),
    SEXTANT_MODELS_PORT: String(wiring.modelsPort),
    SEXTANT_DRAIN_DEADLINE_MS: String(wiring.drainDeadlineMs),
    NEXT_TELEMETRY_DISABLED: '1',
    ORT_DISABLE_TELEMETRY: '1',
    // Without it, node-llama-cpp may clone and compile where no prebuilt library is available.
    NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true',
  }
}

/** A local address for "all interfaces". */
function toReachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
