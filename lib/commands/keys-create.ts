import { keyScopes, defaultScopes, type KeyScope } from '#lib/contracts/core/contract.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { findRunningServer } from './running-server.ts'
import { localUrl } from '#lib/loopback-host.ts'
import { limitsOfNewKey } from '#lib/store/team/team-settings.ts'
import { operator } from '#lib/store/team/audit.ts'
import { withStore } from './with-store.ts'
import { totalmem } from 'node:os'
import { type Model, modelListSchema } from '#lib/contracts/api/models.ts'
import { defaultChatModel } from '#lib/models/default-models.ts'
import { askServer, readText } from './ask-server.ts'
import type { BudgetTerms } from '#lib/store/budgets/write-budget.ts'

const periods = ['day', 'week', 'month'] as const

const hourMs = 3_600_000

const unitMs = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs }

export const keysCreate: Command = {
  takes: '',
  summary: 'Create an API key and print it once.',
  options: {
    name: { type: 'string', value: 'TEXT', description: 'Name of the key' },
    scopes: {
      type: 'string',
      value: 'LIST',
      description: `Scopes: ${keyScopes.join(',')}; default: all but admin:read`,
    },
    models: { type: 'string', value: 'LIST', description: 'Allowed model IDs; default: all' },
    'default-model': {
      type: 'string',
      value: 'ID',
      description: 'Model of chat requests that name an unknown one',
    },
    rpm: {
      type: 'string',
      value: 'N',
      description: 'Requests per minute, or none for no limit; default: of the team',
    },
    tpm: { type: 'string', value: 'N', description: 'Tokens per minute, or none; default: of the team' },
    parallel: {
      type: 'string',
      value: 'N',
      description: 'Concurrent requests, or none; default: of the team',
    },
    budget: { type: 'string', value: 'USD', description: 'Budget in US dollars: 25, 0.5/day, 100/month' },
    expires: { type: 'string', value: 'WHEN', description: '12h, 30d, 8w or 2027-01-31' },
    json: { type: 'boolean', description: 'Print JSON, for scripts' },
  },
  positionals: 0,

  async run({ config, terminal, options, signal }) {
    const given = readKeyOptions(options, Date.now())
    const { key, token, settings, stored } = await withStore(config, async store => {
      const { teamId, userId } = await store.teams.openModeOwner()
      const { defaults } = await store.modelSetup.read(teamId)
      const full = { ...given, ...limitsOfNewKey(await store.settings.read(teamId), given) }
      const created = await store.keys.create({ ...full, teamId, ownerId: userId, kind: 'api' }, operator)
      return { ...created, settings: full, stored: defaults }
    })
    if (options['json'] === true) {
      terminal.say(JSON.stringify({ id: key.id, key: token, ...settings }))
      return
    }
    const server = findRunningServer(config.dataDir)
    const baseUrl = server === null ? localUrl(config.host, config.port) : localUrl(server.host, server.port)
    const defaultModel = config.defaults.chat ?? stored['chat'] ?? defaultChatModel(totalmem())
    const running = server !== null
    const trial = await trialCommand({ defaultModel, settings, token, baseUrl, running, signal })
    terminal.say(token)
    terminal.say('')
    terminal.say(`Created ${key.id} (${key.name}): ${key.scopes.join(', ')}. The key is shown only once.`)
    terminal.say(`Limits: ${formatLimits(settings)}. Change them in the console under API keys.`)
    if (settings.defaultModel !== null)
      terminal.say(`Chat requests that name an unknown model go to ${settings.defaultModel}.`)
    if (settings.scopes.includes('admin:read')) terminal.say('It can read admin data: store it securely.')
    terminal.say(server === null ? 'Sextant is not running. Start it with npm start, then try:' : 'Try it:')
    terminal.say(`\n${trial}`)
  },
}

function formatLimits(settings: ReturnType<typeof limitsOfNewKey>): string {
  const { requestsPerMinute, tokensPerMinute, parallel } = settings
  const count = (limit: number | null, unit: string) =>
    limit === null ? [] : [`${limit.toLocaleString('en')} ${unit}`]
  const limits = [
    ...count(requestsPerMinute, 'requests/min'),
    ...count(tokensPerMinute, 'tokens/min'),
    ...count(parallel, 'concurrent'),
  ]
  return limits.join(', ') || 'none'
}

interface Trial {
  /** The default chat model, unless a running server says otherwise. */
  readonly defaultModel: string
  readonly settings: KeyOptions
  readonly token: string
  readonly baseUrl: string
  readonly running: boolean
  readonly signal: AbortSignal
}

/** A curl command for this key: a chat request if it may chat, else the list of models. */
async function trialCommand(trial: Trial): Promise<string> {
  const { baseUrl, token, settings } = trial
  const authorization = `-H 'Authorization: Bearer ${token}'`
  if (!settings.scopes.includes('chat')) return `curl -s ${baseUrl}/v1/models \\\n  ${authorization}`
  const body = { model: await chooseModel(trial), messages: [{ role: 'user', content: 'Say hello.' }] }
  return [
    `curl -s ${baseUrl}/v1/chat/completions \\`,
    `  ${authorization} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join('\n')
}

async function chooseModel(trial: Trial): Promise<string> {
  const { settings } = trial
  const allowed = ({ id }: Pick<Model, 'id'>) => settings.models === null || settings.models.includes(id)
  const models = trial.running ? await listChatModels(trial) : []
  const ready = models.filter(({ state = 'ready' }) => state === 'ready').filter(allowed)
  const [chosen = ready[0]] = ready.filter(model => model.default)
  const defaultModel = models.find(model => model.default)?.id ?? trial.defaultModel
  return chosen?.id ?? settings.models?.[0] ?? settings.defaultModel ?? defaultModel
}

/** None while the server is still starting, because the key is created anyway. */
async function listChatModels({ baseUrl, token, signal }: Trial): Promise<Model[]> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(5000)])
    const response = await askServer({
      method: 'GET',
      url: `${baseUrl}/v1/models?all=true`,
      headers,
      signal: deadline,
    })
    const list = modelListSchema.parse(JSON.parse(await readText(response)))
    return list.data.filter(model => model.type === 'chat')
  } catch {
    return []
  }
}

interface KeyOptions {
  readonly name: string
  readonly scopes: KeyScope[]
  readonly models: string[] | null
  readonly defaultModel: string | null
  /** Null: unlimited; undefined: the team's limit for new keys. */
  readonly requestsPerMinute: number | null | undefined
  readonly tokensPerMinute: number | null | undefined
  readonly parallel: number | null | undefined
  readonly budget: BudgetTerms | null
  readonly expiresAt: number | null
}

function readKeyOptions(options: CommandInput['options'], now: number): KeyOptions {
  const text = (name: string) => {
    const value = options[name]
    return typeof value === 'string' ? value.trim() : null
  }
  const expires = text('expires')
  const budget = text('budget')
  return {
    name: readName(text('name')),
    scopes: readScopes(text('scopes')),
    models: readList('models', text('models')),
    defaultModel: readDefaultModel(text('default-model')),
    requestsPerMinute: readLimit('rpm', text('rpm')),
    tokensPerMinute: readLimit('tpm', text('tpm')),
    parallel: readLimit('parallel', text('parallel')),
    budget: budget === null ? null : readBudget(budget),
    expiresAt: expires === null ? null : readExpiry(expires, now),
  }
}

function readName(text: string | null): string {
  if (text === null) return 'Command line'
  if (text === '' || text.length > 100) throw new UsageError('--name must have 1 to 100 characters.')
  return text
}

function readDefaultModel(text: string | null): string | null {
  if (text === '' || (text !== null && text.length > 200))
    throw new UsageError('--default-model must have 1 to 200 characters.')
  return text
}

function readScopes(text: string | null): KeyScope[] {
  const names = readList('scopes', text)
  if (names === null) return [...defaultScopes]
  return names.map(name => {
    const scope = keyScopes.find(known => known === name)
    if (scope === undefined)
      throw new UsageError(`\`${name}\` is not a scope. Valid scopes: ${keyScopes.join(', ')}.`)
    return scope
  })
}

function readList(option: string, text: string | null): string[] | null {
  if (text === null) return null
  const entries = text.split(',').map(entry => entry.trim())
  if (entries.includes(''))
    throw new UsageError(`--${option} must be a comma-separated list, not \`${text}\`.`)
  return [...new Set(entries)]
}

/** Null: unlimited; undefined: not given. */
function readLimit(option: string, text: string | null): number | null | undefined {
  if (text === null) return undefined
  if (text === 'none') return null
  if (!/^[1-9]\d{0,9}$/.test(text))
    throw new UsageError(`--${option} must be a number of at least 1, or none, not \`${text}\`.`)
  return Number(text)
}

/** Parses US dollars, total or per period: `25`, `0.5/day`, `100/month`. */
function readBudget(text: string): BudgetTerms {
  const [, dollars, name] = /^(\d{1,7}(?:\.\d{1,9})?)(?:\/(\w+))?$/.exec(text) ?? []
  const period = periods.find(each => each === name) ?? null
  const limitNanos = Math.round(Number(dollars) * 1e9)
  if (!(limitNanos > 0) || (name !== undefined && period === null)) {
    throw new UsageError(
      `--budget must be an amount in US dollars, such as 25, 0.5/day, 10/week or 100/month, not \`${text}\`.`,
    )
  }
  return { limitNanos, period }
}

/**
 * Parses `12h`, `30d`, `8w`, or a date such as `2027-01-31` (its end, UTC) or `2027-01-31T12:00:00Z`.
 * @returns milliseconds since 1970
 */
export function readExpiry(text: string, now: number): number {
  const expiresAt = readDuration(text, now) ?? readDate(text)
  if (expiresAt === null)
    throw new UsageError(`--expires must be 12h, 30d, 8w or 2027-01-31, not \`${text}\`.`)
  if (expiresAt <= now) throw new UsageError(`--expires ${text} is in the past.`)
  return expiresAt
}

function readDuration(text: string, now: number): number | null {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  if (amount === undefined || (unit !== 'h' && unit !== 'd' && unit !== 'w')) return null
  return now + Number(amount) * unitMs[unit]
}

function readDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null
  const time = Date.parse(text.length === 10 ? `${text}T23:59:59.999Z` : text)
  return Number.isNaN(time) ? null : time
}
