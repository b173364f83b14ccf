import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ScriptedUpstream, startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { startPostgres, type TestPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { openStore } from '#lib/store/core/store.ts'
import type { NewKey } from '#lib/store/keys/keys.ts'
import { type GatewayProgram, startGatewayProgram } from './gateway-program.ts'

/** Real gateways, each a process of its own, on one PostgreSQL server and in front of one provider. */
export interface Gateways extends AsyncDisposable {
  readonly programs: readonly GatewayProgram[]
  readonly postgres: TestPostgres
  readonly upstream: ScriptedUpstream
  /** Creates a key for chat and metrics. @returns its token */
  makeKey(limits: Partial<NewKey>): Promise<string>
  /** Starts another one, which is not among `programs`. */
  start(environment: Readonly<Record<string, string>>): Promise<GatewayProgram>
}

export async function startGateways(
  count: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Gateways> {
  await using closing = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-gateways-'))
  closing.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const postgres = await startPostgres()
  closing.defer(() => postgres.stop())
  const databaseUrl = await postgres.createDatabase()
  const upstream = closing.use(await startScriptedUpstream())
  const store = await openStore({ dataDir, databaseUrl })
  closing.defer(() => store.close())
  const { teamId } = await store.teams.openModeOwner()
  const config = join(dataDir, 'sextant.yaml')
  writeFileSync(config, `providers: [{ id: up, kind: openai, baseUrl: "${upstream.baseUrl}" }]\n`)
  const running: GatewayProgram[] = []
  closing.defer(() => running.forEach(({ gateway }) => gateway.kill('SIGKILL')))
  const start = async (own: Readonly<Record<string, string>>) => {
    const program = await startGatewayProgram(dataDir, config, { DATABASE_URL: databaseUrl, ...own })
    running.push(program)
    return program
  }
  const programs = await Promise.all(Array.from({ length: count }, () => start(environment)))
  const kept = closing.move()
  return {
    programs,
    postgres,
    upstream,
    async makeKey(limits) {
      const scopes = ['chat', 'admin:read']
      const settings = { teamId, ownerId: null, name: 'limited', kind: 'api', scopes } as const
      return (await store.keys.create({ ...settings, ...limits })).token
    },
    start,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** @returns the status, and how many tokens were used; status 0: the gateway does not respond */
export async function chat(
  { url }: Pick<GatewayProgram, 'url'>,
  token: string,
  model = 'up/echo',
): Promise<{ status: number; tokens: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 8 })
  try {
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
    const answer = (await response.json()) as { usage?: { total_tokens: number } }
    return { status: response.status, tokens: answer.usage?.total_tokens ?? 0 }
  } catch (error) {
    if (error instanceof TypeError) return { status: 0, tokens: 0 }
    throw error
  }
}

interface Offer {
  readonly token: string
  readonly everyMs: number
  readonly durationMs: number
  readonly model?: string
}

/** An answered request: it was admitted between `at` and `endedAt`, in milliseconds of `performance.now()`. */
export interface Answered {
  readonly at: number
  readonly endedAt: number
  readonly status: number
  readonly tokens: number
}

/** Sends requests at a steady rate to the gateways in turn, whatever their answers are. */
export async function offer(
  programs: readonly GatewayProgram[],
  { token, everyMs, durationMs, model }: Offer,
): Promise<Answered[]> {
  const startedAt = performance.now()
  const sent: Promise<Answered>[] = []
  for (let call = 0; call * everyMs < durationMs; call++) {
    const waitMs = startedAt + call * everyMs - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const program = programs[call % programs.length]
    const at = performance.now()
    if (program) sent.push(chat(program, token, model).then(answer => ({ at, endedAt: performance.now(), ...answer })))
  }
  return await Promise.all(sent)
}

/** An amount that was admitted at an unknown time between `at` and `endedAt`. */
export interface Admitted {
  readonly at: number
  readonly endedAt: number
  readonly amount: number
}

/** The most that was certainly admitted in any 60 s: a busy machine may answer late. */
export function mostInAMinute(admitted: readonly Admitted[]): number {
  const sorted = admitted.toSorted((a, b) => a.at - b.at)
  let most = 0
  for (const [index, first] of sorted.entries()) {
    let sum = 0
    for (const { at, endedAt, amount } of sorted.slice(index)) {
      if (at > first.at + 60_000) break
      if (endedAt <= first.at + 60_000) sum += amount
    }
    most = Math.max(most, sum)
  }
  return most
}

/**
 * The share of a limit that requests certainly used up last, while there were more of them than it allows: a minute
 * divided by the time until the limit was used once more. How long a busy machine takes for the requests is not counted.
 */
export function shareUsed(admitted: readonly Admitted[], limit: number): number {
  const sorted = admitted.toSorted((a, b) => a.endedAt - b.endedAt)
  const gapsMs: number[] = []
  let first = 0
  let between = 0
  for (const { at, amount } of sorted) {
    between += amount
    for (let oldest = sorted[first]; oldest !== undefined && between - oldest.amount >= limit; ) {
      gapsMs.push(at - oldest.endedAt)
      between -= oldest.amount
      oldest = sorted[++first]
    }
  }
  const last = gapsMs.slice(-Math.ceil(gapsMs.length / 3))
  return 60_000 / (last.reduce((sum, gapMs) => sum + gapMs, 0) / last.length)
}

/** Watches how many requests the provider has at a time. Call `stop` for the most. */
export function watchOpen(upstream: ScriptedUpstream): { readonly open: () => number; stop(): number } {
  const open = () =>
    upstream.requests.filter(({ finished, abortedAt }) => !finished && abortedAt === null).length
  let most = 0
  const timer = setInterval(() => void (most = Math.max(most, open())), 2)
  return {
    open,
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
