import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '#lib/config.ts'
import { freePort } from './free-port.ts'
import { installPython } from './install-peers.ts'
import { type Measurable, startProcess } from './start-process.ts'

const root = join(import.meta.dirname, '..')
const python = join(root, 'node_modules/.cache/bench-litellm')
// The last version whose dependencies are all published.
const pythonPackages = ['litellm[proxy]==1.108.7', 'litellm-proxy-extras==0.4.110']

/** US dollars per million tokens. */
export interface Rates {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite5m?: number
}

/** A model at the upstream that both gateways offer by its name. */
export interface PricedModel {
  readonly name: string
  readonly rates: Rates
}

export interface Allowances {
  readonly dollars: number
  readonly requestsPerMinute: number
}

/** A gateway with one model under a budget, one under a rate limit, and models with prices. */
export interface SpendingTarget {
  readonly name: string
  readonly process: Measurable
  readonly budgeted: Caller
  readonly limited: Caller
  readonly priced: (model: string) => Caller
}

export interface Caller {
  readonly url: string
  readonly key: string
  readonly model: string
  /** Header with the cost of a response in US dollars. */
  readonly costHeader: string
}

/** The rates of the models under a budget and under a limit. */
export const plainRates: Rates = { input: 1000, output: 1000 }

export async function startOurs(
  baseUrl: string,
  folder: string,
  models: readonly PricedModel[],
  { dollars, requestsPerMinute }: Allowances,
): Promise<SpendingTarget> {
  const port = await freePort()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const config = join(dataDir, 'sextant.yaml')
  const provider = { id: 'up', kind: 'openai', baseUrl }
  const entries = [{ name: 'plain', rates: plainRates }, ...models].map(({ name, rates }) => ({
    id: `bench/${name}`,
    provider: 'up',
    upstream: name,
    kind: 'chat',
    price: rates,
  }))
  writeFileSync(config, JSON.stringify({ providers: [provider], models: entries }))
  const env: Record<string, string> = {
    SEXTANT_CONFIG: config,
    SEXTANT_DATA_DIR: dataDir,
    SEXTANT_CONSOLE: 'off',
    PORT: String(port),
  }
  const url = `http://127.0.0.1:${port}/v1`
  const makeKey = (name: string, ...options: readonly string[]): string => {
    const command = [join(root, 'bin/sextant.ts'), 'keys', 'create', '--name', name, ...options, '--json']
    const made = execFileSync(process.execPath, command, {
      env: { ...environment, ...env },
      encoding: 'utf8',
    })
    return (JSON.parse(made) as { key: string }).key
  }
  const unlimited = ['--rpm', '1000000', '--tpm', '1000000000', '--parallel', '100000']
  const toCaller = (key: string, model: string): Caller => {
    return { url, key, model: `bench/${model}`, costHeader: 'sextant-cost' }
  }
  const priced = makeKey('priced', ...unlimited)
  const budgeted = makeKey('budgeted', ...unlimited, '--budget', `${dollars}/month`)
  const [, , ...otherLimits] = unlimited
  const limited = makeKey('limited', '--rpm', String(requestsPerMinute), ...otherLimits)
  return {
    name: 'Sextant',
    process: await startProcess(process.execPath, [join(root, 'bin/gateway.ts')], {
      env,
      ready: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
    }),
    budgeted: toCaller(budgeted, 'plain'),
    limited: toCaller(limited, 'plain'),
    priced: model => toCaller(priced, model),
  }
}

/** LiteLLM's proxy without a database, which keeps budgets and limits in its memory. */
export async function startLiteLlm(
  baseUrl: string,
  folder: string,
  models: readonly PricedModel[],
  { dollars, requestsPerMinute }: Allowances,
): Promise<SpendingTarget> {
  const program = installPython(python, pythonPackages)
  const port = await freePort()
  const key = `sk-${randomBytes(24).toString('hex')}`
  const toEntry = (name: string, upstream: string, rates: Rates, limits: object = {}) => ({
    model_name: name,
    litellm_params: {
      model: `openai/${upstream}`,
      api_base: baseUrl,
      api_key: 'none',
      input_cost_per_token: rates.input / 1e6,
      output_cost_per_token: rates.output / 1e6,
      ...(rates.cacheRead !== undefined && { cache_read_input_token_cost: rates.cacheRead / 1e6 }),
      ...(rates.cacheWrite5m !== undefined && { cache_creation_input_token_cost: rates.cacheWrite5m / 1e6 }),
      ...limits,
    },
  })
  const config = join(folder, 'litellm.json')
  const model_list = [
    toEntry('budgeted', 'plain', plainRates, { max_budget: dollars, budget_duration: '30d' }),
    toEntry('limited', 'plain', plainRates, { rpm: requestsPerMinute }),
    ...models.map(({ name, rates }) => toEntry(name, name, rates)),
  ]
  const router_settings = { num_retries: 0, optional_pre_call_checks: ['enforce_model_rate_limits'] }
  writeFileSync(config, JSON.stringify({ model_list, router_settings }))
  const url = `http://127.0.0.1:${port}`
  const toCaller = (model: string): Caller => {
    return { url: `${url}/v1`, key, model, costHeader: 'x-litellm-response-cost' }
  }
  const args = ['--config', config, '--host', '127.0.0.1', '--port', String(port)]
  return {
    name: 'LiteLLM 1.108.7',
    process: await startProcess(program, [join(python, 'bin/litellm'), ...args], {
      // Its price list and telemetry would ask the network.
      env: { LITELLM_MASTER_KEY: key, LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_TELEMETRY: 'False' },
      cwd: folder,
      ready: async () => (await fetch(`${url}/health/liveliness`)).ok,
      patienceMs: 90_000,
    }),
    budgeted: toCaller('budgeted'),
    limited: toCaller('limited'),
    priced: toCaller,
  }
}
