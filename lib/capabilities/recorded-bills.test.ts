import { describe, expect, test } from 'vitest'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { Price } from '#lib/prices/price.ts'
import type { PricePeriod } from '#lib/prices/price-schema.ts'
import { readChatUnits } from '#lib/prices/read-units.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import { toAnthropicUsage } from '#lib/providers/anthropic/messages.ts'
import { readUsage } from '#lib/providers/openai-compatible/decoder.ts'
import { readReportedCost } from '#lib/providers/transport/reported-cost.ts'

// Usage as vendors sent it, and the bill by rates of this file: a new catalog does not change them. Each bill was
// checked against an independent calculator where that knows the unit.

type Rates = PricePeriod['usd']

const from = null
const flash = { input: '0.15', cacheRead: '0.003', output: '0.6' }
const sol = {
  from,
  usd: { input: '2', output: '10' },
  tiers: { flex: { usd: { input: '1', output: '5' } }, priority: { usd: { input: '4', output: '20' } } },
}
const sol56: PricePeriod[] = [
  { from, usd: { input: '5', cacheRead: '0.5', cacheWrite5m: '6.25', output: '30' } },
  {
    from: '2026-08-21',
    usd: { input: '4', cacheRead: '0.4', cacheWrite5m: '5', output: '20' },
    above: { 272000: { input: '8', output: '30' } },
  },
]
const geminiPro: PricePeriod = {
  from,
  usd: { input: '1.25', output: '10' },
  above: { 200000: { input: '2.5', output: '15' } },
}
const haiku = { input: '1', cacheWrite5m: '1.25', cacheRead: '0.1', output: '5' }
const sonnet = { input: '3', cacheWrite5m: '3.75', cacheWrite1h: '6', output: '15', webSearch: '10' }
const flashHours: PricePeriod = {
  from,
  usd: flash,
  hours: [
    {
      days: [1, 2, 3, 4, 5],
      utc: ['01:00-04:00', '06:00-10:00'],
      usd: { input: '0.3', cacheRead: '0.006', output: '1.2' },
    },
  ],
}

/** A time when all current prices are in force. */
const november = '2026-11-22T12:00:00Z'

describe('chat completions', () => {
  const solWrite = {
    prompt_tokens: 4020,
    prompt_tokens_details: { cache_write_tokens: 4012 },
    completion_tokens: 4,
  }
  const solRead = {
    prompt_tokens: 4020,
    prompt_tokens_details: { cached_tokens: 4012 },
    completion_tokens: 4,
  }
  const flashOne = { prompt_tokens: 1000, completion_tokens: 1000 }

  test.each<[string, Record<string, unknown>, readonly PricePeriod[], number, string?]>([
    [
      'cached tokens are part of the prompt',
      { prompt_tokens: 2006, prompt_tokens_details: { cached_tokens: 1920 }, completion_tokens: 300 },
      flat({ input: '2.5', cacheRead: '1.25', output: '10' }),
      5_615_000,
    ],
    [
      'reasoning is part of the completion',
      {
        prompt_tokens: 9703,
        prompt_tokens_details: { cached_tokens: 8576 },
        completion_tokens: 638,
        completion_tokens_details: { reasoning_tokens: 576 },
      },
      flat({ input: '1.25', cacheRead: '0.125', output: '10' }),
      8_860_750,
    ],
    ['tokens written to the cache are part of the prompt', solWrite, sol56, 20_172_000],
    ['the same prompt, read from the cache', solRead, sol56, 1_716_800],
    ['a price before it changed', solWrite, sol56, 25_235_000, '2026-08-01T12:00:00Z'],
    [
      'a long prompt changes all rates',
      { prompt_tokens: 300_000, completion_tokens: 1000 },
      sol56,
      2_430_000_000,
    ],
    ['200,000 prompt tokens', { prompt_tokens: 200_000, completion_tokens: 1000 }, [geminiPro], 260_000_000],
    ['200,001 prompt tokens', { prompt_tokens: 200_001, completion_tokens: 1000 }, [geminiPro], 515_002_500],
    [
      'hidden thinking that only the total has',
      {
        prompt_tokens: 687,
        prompt_tokens_details: { cached_tokens: 679 },
        completion_tokens: 1,
        total_tokens: 817,
      },
      flat({ input: '3', cacheRead: '0.75', output: '15' }),
      2_483_250,
    ],
    [
      'reasoning beside the completion, as xAI counts it',
      {
        prompt_tokens: 32,
        completion_tokens: 9,
        total_tokens: 135,
        completion_tokens_details: { reasoning_tokens: 94 },
      },
      flat({ input: '3', output: '15' }),
      1_641_000,
    ],
    [
      'DeepSeek: hit and miss are the prompt',
      {
        prompt_tokens: 563,
        prompt_cache_hit_tokens: 512,
        prompt_cache_miss_tokens: 51,
        completion_tokens: 116,
      },
      flat(flash),
      78_786,
    ],
    ['DeepSeek: Monday morning', flashOne, [flashHours], 1_500_000, '2026-11-16T02:00:00Z'],
    ['DeepSeek: Monday noon', flashOne, [flashHours], 750_000, '2026-11-16T12:00:00Z'],
    ['DeepSeek: Saturday morning', flashOne, [flashHours], 750_000, '2026-11-21T02:00:00Z'],
    [
      'Mistral: `num_cached_tokens` is no discount',
      { prompt_tokens: 70, num_cached_tokens: 69, completion_tokens: 12 },
      flat({ input: '2', cacheRead: '0.2', output: '6' }),
      212_000,
    ],
  ])('%s', (_name, usage, periods, nanos, at = november) => {
    expect(billOf(chatUnits({ usage }), periods, { at })).toBe(nanos)
  })

  test.each([
    ['flex', 15_000_000],
    ['priority', 60_000_000],
    ['default', 30_000_000],
  ])('the rates of service tier %s', (tier, nanos) => {
    const usage = { prompt_tokens: 10_000, completion_tokens: 1000 }
    expect(billOf(chatUnits({ usage }), [sol], { tier })).toBe(nanos)
  })

  test('Groq: usage in `x_groq`', () => {
    const usage = { prompt_tokens: 336, prompt_tokens_details: { cached_tokens: 256 }, completion_tokens: 96 }
    const rates = flat({ input: '0.15', cacheRead: '0.075', output: '0.6' })
    expect(billOf(chatUnits({ x_groq: { usage } }), rates)).toBe(88_800)
  })

  test('Cohere: billed units, which are less than the tokens', () => {
    const usage = { prompt_tokens: 431, completion_tokens: 661 }
    expect(billOf(chatUnits({ usage }), flat({ input: '2.5', output: '10' }))).toBe(7_687_500)
  })
})

describe('Anthropic', () => {
  test.each<[string, Record<string, unknown>, Rates, number]>([
    [
      'cache reads and writes are beside the input',
      {
        input_tokens: 3,
        cache_creation_input_tokens: 1956,
        cache_read_input_tokens: 9511,
        output_tokens: 44,
      },
      haiku,
      3_619_100,
    ],
    [
      'a cache read without a write',
      { input_tokens: 3, cache_creation_input_tokens: 0, cache_read_input_tokens: 9511, output_tokens: 1944 },
      haiku,
      10_674_100,
    ],
    [
      'writes for five minutes and for an hour',
      {
        input_tokens: 2048,
        cache_creation_input_tokens: 556,
        cache_creation: { ephemeral_5m_input_tokens: 456, ephemeral_1h_input_tokens: 100 },
        output_tokens: 503,
      },
      sonnet,
      15_999_000,
    ],
    [
      'a web search',
      { input_tokens: 10_809, output_tokens: 644, server_tool_use: { web_search_requests: 1 } },
      sonnet,
      52_087_000,
    ],
    [
      'iterations: their sum, because the top level leaves compaction out',
      {
        input_tokens: 180,
        output_tokens: 8,
        iterations: [
          { type: 'compaction', input_tokens: 100, cache_creation_input_tokens: 55_096, output_tokens: 82 },
          { type: 'message', input_tokens: 180, output_tokens: 8 },
        ],
      },
      sonnet,
      208_800_000,
    ],
  ])('%s', (_name, usage, rates, nanos) => {
    expect(billOf(readChatUnits(toAnthropicUsage(usage)), flat(rates))).toBe(nanos)
  })
})

describe('generated usage', () => {
  const random = numbers(7)

  test('in the format of Anthropic: units are never negative, and add up to its totals', () => {
    for (let round = 0; round < 2000; round++) {
      const [input, read, short, long, output] = [random(), random(), random(), random(), random()]
      const units = readChatUnits(
        toAnthropicUsage({
          input_tokens: input,
          cache_read_input_tokens: read,
          cache_creation_input_tokens: short + long,
          cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
          output_tokens: output,
        }),
      )
      expect(units).toMatchObject({ input, cacheRead: read, cacheWrite5m: short, cacheWrite1h: long })
      expect(sumOf(units)).toBe(input + read + short + long + output)
    }
  })

  test('in the format of OpenAI as vendors extend it: the same, with hidden thinking', () => {
    for (let round = 0; round < 2000; round++) {
      const [hit, miss, completion, hidden] = [random(), random(), random() + 1, random()]
      const usage = readUsage({
        usage: {
          prompt_tokens: hit + miss,
          completion_tokens: completion,
          total_tokens: hit + miss + completion + hidden,
          prompt_cache_hit_tokens: hit,
          prompt_cache_miss_tokens: miss,
          completion_tokens_details: { reasoning_tokens: random() },
        },
      })
      const units = readChatUnits(usage ?? { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })
      expect(Object.values(units).every(count => Number.isSafeInteger(count) && count >= 0)).toBe(true)
      expect(units).toMatchObject({ input: miss, cacheRead: hit })
      expect(sumOf(units)).toBe(hit + miss + completion + hidden)
    }
  })
})

function sumOf({ request: _, ...tokens }: UnitCounts): number {
  return Object.values(tokens).reduce((sum, count) => sum + count, 0)
}

/** The same numbers in each run: some are zero. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % 3 === 0 ? 0 : state % 5000
  }
}

describe('costs that the provider reports', () => {
  test.each<[string, Record<string, unknown>, number]>([
    ['xAI: ticks', { cost_in_usd_ticks: 37_756_000 }, 3_775_600],
    ['OpenRouter: the charge', { cost: 0.00219855 }, 2_198_550],
    [
      'OpenRouter with a key of the vendor',
      { is_byok: true, cost: 0, cost_details: { upstream_inference_cost: 0.0003253 } },
      325_300,
    ],
    ['Perplexity: an object', { cost: { total_cost: 0.006, input_tokens_cost: 0.001 } }, 6_000_000],
    ['Exa: dollars', { cost: 0.007 }, 7_000_000],
  ])('%s', (_name, usage, nanos) => {
    expect(Math.round((readReportedCost(usage) ?? 0) * 1e9)).toBe(nanos)
  })

  test('the charge of OpenRouter is what its own rates give', () => {
    const usage = {
      prompt_tokens: 3329,
      prompt_tokens_details: { cached_tokens: 3211, cache_write_tokens: 115 },
      completion_tokens: 53,
    }
    const rates = flat({ input: '3', cacheRead: '0.3', cacheWrite5m: '3.75', output: '15' })
    expect(billOf(chatUnits({ usage }), rates)).toBe(2_198_550)
  })
})

describe('other units', () => {
  test.each<[string, UnitCounts, Rates, number]>([
    [
      'Gemini: thoughts beside candidates',
      { input: 373 - 204, cacheRead: 204, output: 89, reasoning: 167 },
      { input: '0.3', cacheRead: '0.03', output: '2.5' },
      696_820,
    ],
    [
      'Gemini: tokens of tools beside the prompt',
      { input: 17 + 119, output: 201, reasoning: 213 },
      { input: '1.25', output: '10' },
      4_310_000,
    ],
    ['embeddings', { input: 4 }, { input: '0.02' }, 80],
    ['rerank by search units', { searchUnit: 1 }, { searchUnit: '2' }, 2_000_000],
    ['rerank by tokens', { input: 26 }, { input: '0.05' }, 1300],
    ['a minute of speech', { audio: 60_000 }, { audio: '0.36' }, 6_000_000],
    ['a minute of cheaper speech', { audio: 60_000 }, { audio: '0.27' }, 4_500_000],
    ['ten seconds of speech, which do not divide', { audio: 10_000 }, { audio: '0.04' }, 111_112],
    [
      'audio tokens',
      { inputAudio: 14, output: 45 },
      { input: '1', inputAudio: '2.5', output: '10' },
      485_000,
    ],
    ['two credits of a web search', { search: 2 }, { search: '8' }, 16_000_000],
    ['one credit of a web search', { search: 1 }, { search: '1' }, 1_000_000],
    ['a model of this machine', { input: 12_345, output: 6789 }, { input: '0', output: '0' }, 0],
  ])('%s', (_name, counts, rates, nanos) => {
    expect(billOf(counts, flat(rates))).toBe(nanos)
  })
})

function flat(usd: Rates): PricePeriod[] {
  return [{ from: null, usd }]
}

function chatUnits(body: Record<string, unknown>): UnitCounts {
  const usage: Usage | null = readUsage(body)
  if (usage === null) throw new Error('no usage')
  return readChatUnits(usage)
}

function billOf(
  counts: UnitCounts,
  periods: readonly PricePeriod[],
  { at = november, tier = null }: { at?: string; tier?: string | null } = {},
): number | undefined {
  const price = new Price({ source: 'operator', ref: 'test' }, periods)
  return price.at(Date.parse(at))?.costNanos(counts, tier)
}
