/** The three processes of the product: their entry files, what they are told, and how they say that they can work. */
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
    },
    console: {
      name: 'console',
      nodeArguments: [entry('console.ts'), ...(wiring.development ? ['--dev'] : [])],
      environment: { ...environment, NODE_ENV: wiring.development ? 'development' : 'production' },
      probe: { ...internal, port: wiring.consolePort },
      needed: true,
      reportsListening: false,
    },
    models: {
      name: 'models',
      nodeArguments: [...watch, entry('models.ts')],
      environment,
      probe: { ...internal, port: wiring.modelsPort },
      needed: false,
      reportsListening: false,
    },
  }
}

// Memory of 1,000 open streams, as `node bench/run.ts gateway` measures it: about half of what V8 takes by itself.
const gatewayMemory = ['--max-semi-space-size=16', '--heap-growing-percent=30']

// By itself glibc gives each thread an arena and keeps what was once in it: measured with 1,000 open streams 218 MB
// instead of 255, and 265 instead of 333 after tokens were counted; the CPU of a call stays the same.
const gatewayAllocator = { MALLOC_ARENA_MAX: '1' }

function toEnvironment(wiring: Wiring): Environment {
  return {
    // Code that Node already stripped of its types: measured on an idle gateway, 0.44 s to start instead of 0.8, 20 MB less.
    NODE_COMPILE_CACHE: path.join(wiring.root, 'node_modules/.cache/node'),
    ...wiring.environment,
    HOST: wiring.host,
    PORT: String(wiring.port),
    SEXTANT_INTERNAL_TOKEN: wiring.internalToken,
    SEXTANT_GATEWAY_PORT: String(wiring.port),
    SEXTANT_CONSOLE_PORT: String(wiring.consolePort),
    SEXTANT_MODELS_PORT: String(wiring.modelsPort),
    NEXT_TELEMETRY_DISABLED: '1',
    ORT_DISABLE_TELEMETRY: '1',
    // Its absence would let node-llama-cpp clone and compile where no prebuilt library fits.
    NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true',
  }
}

/** An address that "every interface" can be reached under from here. */
function toReachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
