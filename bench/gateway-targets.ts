import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '#lib/config.ts'
import { freePort } from './free-port.ts'
import { peerFolder, peers } from './install-peers.ts'
import { type Measurable, startProcess } from './start-process.ts'

const root = join(import.meta.dirname, '..')

// The gateway process, with the supervisor's flags.
const gatewayMemory = ['--max-semi-space-size=16', '--heap-growing-percent=30']
const compileCache = join(root, 'node_modules/.cache/node')

/** A path to the upstream: direct, or through a gateway. */
export interface Target {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Of requests; absent: chat completions. */
  readonly apiFormat?: 'messages' | 'responses'
  /** The model to request, given the upstream's name of it. */
  modelId(upstream: string): string
  /** Null: direct. */
  readonly process: Measurable | null
}

export async function startUpstream(): Promise<{ process: Measurable; port: number }> {
  const port = await freePort()
  const script = join(root, 'e2e/support/scripted-upstream.ts')
  const ready = () => answers(`http://127.0.0.1:${port}/v1/models`)
  return { process: await startProcess(process.execPath, [script, String(port)], { ready }), port }
}

export function direct(upstreamPort: number): Target {
  const url = `http://127.0.0.1:${upstreamPort}`
  return { name: 'direct', url, headers: {}, modelId: upstream => upstream, process: null }
}

export interface SextantOptions {
  readonly name?: string
  /** Of the key, in CLI syntax; the model then has a price. */
  readonly budget?: string
  /** Whether the model has two deployments. */
  readonly isDeployedTwice?: boolean
  /** The source code to run; default: this one. */
  readonly source?: string
}

/** Ours: a key with limits, request rows, metrics, and what the options add. */
export async function startSextant(
  upstreamPorts: readonly number[],
  folder: string,
  { name = 'Sextant', budget, isDeployedTwice = false, source = root }: SextantOptions = {},
): Promise<Target> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const config = join(dataDir, 'sextant.yaml')
  const providers = upstreamPorts.map(
    (upstreamPort, at) =>
      `  - { id: up${at}, kind: openai, baseUrl: "http://127.0.0.1:${upstreamPort}/v1" }\n`,
  )
  // The scripted upstream speaks the Messages and the Responses API at their paths.
  providers.push(
    `  - { id: gpt, kind: openai, server: openai, apiKey: none, baseUrl: "http://127.0.0.1:${upstreamPorts[0]}/v1" }\n`,
    `  - { id: claude, kind: anthropic, apiKey: none, baseUrl: "http://127.0.0.1:${upstreamPorts[0]}/v1" }\n`,
  )
  if (isDeployedTwice)
    providers.push(`  - { id: other, kind: openai, baseUrl: "http://127.0.0.1:${upstreamPorts[0]}/v1" }\n`)
  const place = isDeployedTwice
    ? 'deployments: [{ provider: up0, upstream: echo }, { provider: other, upstream: echo }]'
    : 'provider: up0, upstream: echo'
  const models = `  - { id: priced/echo, kind: chat, price: { input: 0.1, output: 0.4 }, ${place} }\n`
  const isPriced = budget !== undefined
  writeFileSync(config, `providers:\n${providers.join('')}${isPriced ? `models:\n${models}` : ''}`)
  const env: Record<string, string> = {
    SEXTANT_CONFIG: config,
    SEXTANT_DATA_DIR: dataDir,
    SEXTANT_CONSOLE: 'off',
    PORT: String(port),
    LOG_LEVEL: 'info',
    NODE_COMPILE_CACHE: compileCache,
    MALLOC_ARENA_MAX: '1',
  }
  const limits = ['--rpm', '100000000', '--tpm', '1000000000', '--parallel', '100000']
  if (isPriced) limits.push('--budget', budget)
  const made = execFileSync(
    process.execPath,
    [join(source, 'bin/sextant.ts'), 'keys', 'create', '--name', 'bench', ...limits, '--json'],
    { env: { ...environment, ...env }, encoding: 'utf8' },
  )
  const { key } = JSON.parse(made) as { key: string }
  const started = await startProcess(process.execPath, [...gatewayMemory, join(source, 'bin/gateway.ts')], {
    env,
    ready: () => answers(`http://127.0.0.1:${port}/readyz`),
  })
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    headers: { authorization: `Bearer ${key}` },
    modelId: upstream => `${isPriced ? 'priced' : 'up0'}/${upstream}`,
    process: started,
  }
}

export async function startPortkey(upstreamPort: number): Promise<Target> {
  const server = join(peerFolder('@portkey-ai/gateway'), 'build/start-server.js')
  const port = await freePort()
  const started = await startProcess(process.execPath, [server, `--port=${port}`, '--headless'], {
    cwd: peers,
    ready: () => answers(`http://127.0.0.1:${port}/`),
  })
  return {
    name: 'Portkey 1.15.2',
    url: `http://127.0.0.1:${port}`,
    headers: {
      authorization: 'Bearer sk-none',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
    },
    modelId: upstream => upstream,
    process: started,
  }
}

/** Node's baseline: its server and the client that we use, without our code. */
export async function startNode(upstreamPort: number): Promise<Target> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const script = join(root, 'bench/gateway-floor.ts')
  const started = await startProcess(process.execPath, [script, String(upstreamPort), String(port)], {
    ready: () => answers(`${url}/v1/models`),
  })
  return { name: 'node:http + undici', url, headers: {}, modelId: upstream => upstream, process: started }
}

/** The baseline: a plain reverse proxy. Null if it is not installed. */
export async function startNginx(upstreamPort: number, folder: string): Promise<Target | null> {
  const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync)
  if (!nginx) {
    console.log('nginx is not installed, so its rows are left out: apt-get install nginx-light')
    return null
  }
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, nginxConfig(port, upstreamPort, folder))
  const started = await startProcess(nginx, ['-c', config, '-g', 'daemon off;'], {
    ready: () => answers(`http://127.0.0.1:${port}/v1/models`),
  })
  const url = `http://127.0.0.1:${port}`
  return { name: 'nginx', url, headers: {}, modelId: upstream => upstream, process: started }
}

function nginxConfig(port: number, upstreamPort: number, folder: string): string {
  return `pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream up { server 127.0.0.1:${upstreamPort}; keepalive 64; }
  server { listen 127.0.0.1:${port};
    location / { proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } }
}
`
}

async function answers(url: string): Promise<boolean> {
  return (await fetch(url)).ok
}
