/** Prices, budgets and rate limits of Sextant and LiteLLM, in front of one scripted upstream. */
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { type Row, toRow } from './row.ts'
import {
  type Caller,
  type PricedModel,
  plainRates,
  type SpendingTarget,
  startLiteLlm,
  startOurs,
} from './spending-targets.ts'
import { temporaryFolder } from './temporary-folder.ts'

const allowed = 500
const sent = 600
const promptTokens = 8
const completionTokens = 3
const dollarsEach = ((promptTokens + completionTokens) * plainRates.input) / 1e6
const allowances = { dollars: allowed * dollarsEach, requestsPerMinute: allowed }

interface Bill extends PricedModel {
  readonly usage: Readonly<Record<string, unknown>>
  readonly nanos: number
}

// Usage as vendors sent it, with the bill of an independent calculator.
const bills: readonly Bill[] = [
  {
    name: 'cached',
    rates: { input: 2.5, cacheRead: 1.25, output: 10 },
    usage: { prompt_tokens: 2006, prompt_tokens_details: { cached_tokens: 1920 }, completion_tokens: 300 },
    nanos: 5_615_000,
  },
  {
    name: 'reasoning',
    rates: { input: 1.25, cacheRead: 0.125, output: 10 },
    usage: {
      prompt_tokens: 9703,
      prompt_tokens_details: { cached_tokens: 8576 },
      completion_tokens: 638,
      completion_tokens_details: { reasoning_tokens: 576 },
    },
    nanos: 8_860_750,
  },
  {
    name: 'cache-write',
    rates: { input: 4, cacheRead: 0.4, cacheWrite5m: 5, output: 20 },
    usage: { prompt_tokens: 4020, prompt_tokens_details: { cache_write_tokens: 4012 }, completion_tokens: 4 },
    nanos: 20_172_000,
  },
  {
    name: 'hidden-thinking',
    rates: { input: 3, cacheRead: 0.75, output: 15 },
    usage: {
      prompt_tokens: 687,
      prompt_tokens_details: { cached_tokens: 679 },
      completion_tokens: 1,
      total_tokens: 817,
    },
    nanos: 2_483_250,
  },
  {
    name: 'reasoning-beside-completion',
    rates: { input: 3, output: 15 },
    usage: {
      prompt_tokens: 32,
      completion_tokens: 9,
      total_tokens: 135,
      completion_tokens_details: { reasoning_tokens: 94 },
    },
    nanos: 1_641_000,
  },
  {
    name: 'hit-and-miss',
    rates: { input: 0.15, cacheRead: 0.003, output: 0.6 },
    usage: {
      prompt_tokens: 563,
      prompt_cache_hit_tokens: 512,
      prompt_cache_miss_tokens: 51,
      completion_tokens: 116,
    },
    nanos: 78_786,
  },
]

export async function run(): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const upstream = resources.use(await startScriptedUpstream())
  const answer = (usage: object) => {
    const message = { role: 'assistant', content: 'Hello.' }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    const body = { id: 'up-1', object: 'chat.completion', created: 1, model: 'plain', choices, usage }
    const headers = { 'content-type': 'application/json' }
    return { kind: 'raw', headers, parts: [JSON.stringify(body)] } as const
  }
  const total_tokens = promptTokens + completionTokens
  upstream.on(
    'plain',
    answer({ prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens }),
  )
  for (const { name, usage } of bills) upstream.on(name, answer(usage))
  const { baseUrl } = upstream
  const ours = await startOurs(baseUrl, folder.path, bills, allowances)
  resources.use(ours.process)
  const peer = await startLiteLlm(baseUrl, folder.path, bills, allowances)
  resources.use(peer.process)

  const measured = new Map<SpendingTarget, Measured>()
  for (const target of [ours, peer]) measured.set(target, await measure(target))
  const compare = (name: string, unit: string, read: (figures: Measured) => number): Row =>
    toRow({
      name,
      unit,
      ours: read(of(ours)),
      peer: read(of(peer)),
      peerName: peer.name,
      goal: 0,
    })
  const of = (target: SpendingTarget): Measured => measured.get(target) ?? nothing
  return [
    compare(`wrong costs of ${bills.length} recorded usages`, 'responses', ({ wrong }) => wrong),
    compare(`${sent} requests at once, budget for ${allowed}: over-spent`, '$', ({ atOnce }) =>
      overspent(atOnce),
    ),
    compare('then the rest of the budget, 8 at a time: over-spent', '$', ({ inTurn, atOnce }) =>
      overspent({ ok: atOnce.ok + inTurn.ok, lost: 0 }),
    ),
    compare(
      `${sent} requests at once, limit of ${allowed} a minute: over-admitted`,
      'requests',
      ({ limited }) => Math.max(0, limited.ok - allowed),
    ),
    compare(
      'requests without an answer',
      'requests',
      ({ atOnce, inTurn, limited }) => atOnce.lost + inTurn.lost + limited.lost,
    ),
  ]
}

interface Outcome {
  readonly ok: number
  /** Neither answered nor rejected with 400 or 429. */
  readonly lost: number
}

interface Measured {
  readonly wrong: number
  readonly atOnce: Outcome
  readonly inTurn: Outcome
  readonly limited: Outcome
}

const none: Outcome = { ok: 0, lost: 0 }
const nothing: Measured = { wrong: 0, atOnce: none, inTurn: none, limited: none }

function overspent({ ok }: Outcome): number {
  return Math.max(0, toDollars(ok - allowed))
}

function toDollars(requests: number): number {
  return Math.round(requests * dollarsEach * 1000) / 1000
}

async function measure(target: SpendingTarget): Promise<Measured> {
  let wrong = 0
  for (const { name, nanos } of bills) {
    const { dollars } = await call(target.priced(name))
    if (dollars === null || Math.abs(dollars * 1e9 - nanos) >= 1) wrong += 1
  }
  return {
    wrong,
    limited: await callMany(target.limited, sent, sent),
    atOnce: await callMany(target.budgeted, sent, sent),
    inTurn: await callMany(target.budgeted, sent, 8),
  }
}

async function callMany(caller: Caller, count: number, atATime: number): Promise<Outcome> {
  let [left, ok, lost] = [count, 0, 0]
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await call(caller)
      if (status === 200) ok += 1
      else if (status !== 400 && status !== 429) lost += 1
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return { ok, lost }
}

async function call({
  url,
  key,
  model,
  costHeader,
}: Caller): Promise<{ status: number; dollars: number | null }> {
  try {
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model,
        max_tokens: completionTokens,
        messages: [{ role: 'user', content: 'Hello' }],
      }),
      signal: AbortSignal.timeout(60_000),
    })
    await response.text()
    const cost = response.headers.get(costHeader)
    return { status: response.status, dollars: cost === null ? null : Number(cost) }
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return { status: 0, dollars: null }
    throw error
  }
}
