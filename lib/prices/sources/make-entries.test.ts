import { describe, expect, test } from 'vitest'
import { makeEntries } from './make-entries.ts'
import { readGenaiPrices } from './read-genai-prices.ts'

const data = `import datetime
from decimal import Decimal
providers: list[Provider] = [
    Provider(
        id='openai',
        pricing_urls=['https://example.org/prices'],
        models=[
            ModelInfo(
                id='swift',
                match=ClauseOr(or_=[ClauseEquals(equals='swift'), ClauseRegex(regex='^swift-\\\\d{8}$')]),
                context_window=1000,
                description="It's \\"quick\\"" ' and small',
                prices=[
                    ConditionalPrice(prices=ModelPrice(input_mtok=Decimal('3'), output_mtok=Decimal('9'))),
                    ConditionalPrice(
                        constraint=StartDateConstraint(start_date=datetime.date(2026, 8, 1)),
                        prices=ModelPrice(
                            input_mtok=TieredPrices(base=Decimal('2'), tiers=[Tier(start=100, price=Decimal('4'))]),
                            output_mtok=Decimal('8'),
                            storage_searches_kcount=Decimal('1'),
                            dances_kcount=Decimal('1'),
                        ),
                    ),
                ],
                price_variants=[
                    PriceVariant(when={'service_tier': 'flex'}, prices=ModelPrice(input_mtok=Decimal('1'))),
                    PriceVariant(when={'speed': 'fast'}, prices=ModelPrice(input_mtok=Decimal('6'))),
                ],
            ),
            ModelInfo(id='swift-own', match=ClauseEquals(equals='latest'), prices=ModelPrice(input_mtok=Decimal('1'))),
            ModelInfo(id='odd', match=ClauseRegex(regex='^(odd|strange)$'), prices=ModelPrice(input_mtok=Decimal('1'))),
        ],
    ),
    Provider(id='unknown', models=[]),
]
`

const litellm = {
  sample_spec: { litellm_provider: 'openai', mode: 'chat' },
  swift: {
    litellm_provider: 'openai',
    mode: 'chat',
    input_cost_per_token: 2e-6,
    output_cost_per_token: 7e-6,
    input_cost_per_token_priority: 4e-6,
    max_output_tokens: 500,
  },
  'swift-own': { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 1e-6 },
  'ft:swift': { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 1 },
  'openai/listener': {
    litellm_provider: 'openai',
    mode: 'audio_transcription',
    input_cost_per_second: 0.0001,
  },
  listener: {
    litellm_provider: 'openai',
    mode: 'audio_transcription',
    input_cost_per_second: 0.0001,
    output_cost_per_second: 0.0001,
  },
  hearer: { litellm_provider: 'openai', mode: 'audio_transcription', input_cost_per_second: 2.778e-5 },
  exact: { litellm_provider: 'openai', mode: 'audio_transcription', input_cost_per_second: 0.00012345 },
  'tavily/search': { litellm_provider: 'tavily', mode: 'search', input_cost_per_query: 0.008 },
  'tavily/search-advanced': { litellm_provider: 'tavily', mode: 'search', input_cost_per_query: 0.016 },
  'exa_ai/search': {
    litellm_provider: 'exa_ai',
    mode: 'search',
    tiered_pricing: [
      { input_cost_per_query: 0.005, max_results_range: [0, 25] },
      { input_cost_per_query: 0.025, max_results_range: [26, 100] },
    ],
  },
}

describe('the catalog of two sources', () => {
  const warnings: string[] = []
  const entries = makeEntries(
    { genaiPrices: data, litellm: JSON.stringify(litellm) },
    ({ model, kind, text }) => warnings.push(`${model}: ${kind} ${text}`),
  )

  test('has prices of the first, tiers and facts of both, and marks a disagreement', () => {
    expect(entries.find(({ id }) => id === 'openai/swift')).toEqual({
      id: 'openai/swift',
      match: ['swift'],
      dated: true,
      kind: 'chat',
      context: 1000,
      maxOutput: 500,
      disputed: true,
      prices: [
        { from: null, usd: { input: '3', output: '9' } },
        {
          from: '2026-08-01',
          usd: { input: '2', output: '8' },
          above: { 100: { input: '4' } },
          tiers: { priority: { usd: { input: '4' } }, flex: { usd: { input: '1' } } },
        },
      ],
      source: 'https://example.org/prices',
    })
  })

  test('has models of the second alone, with the price of a second once', () => {
    expect(entries.find(({ id }) => id === 'openai/listener')).toMatchObject({
      kind: 'speech',
      prices: [{ from: null, usd: { audio: '0.36' } }],
    })
    expect(entries.map(({ id }) => id)).toEqual([
      'exa/search',
      'openai/exact',
      'openai/hearer',
      'openai/listener',
      'openai/odd',
      'openai/swift',
      'openai/swift-own',
      'tavily/search',
    ])
  })

  test('has the price of an hour that the vendor rounded to a price of a second', () => {
    const audioOf = (name: string) => entries.find(({ id }) => id === name)?.prices[0]?.usd.audio
    expect([audioOf('openai/hearer'), audioOf('openai/exact')]).toEqual(['0.1', '0.44442'])
  })

  test('has the price of a thousand searches, for as few results as backends are asked for', () => {
    const searches = entries.filter(({ kind }) => kind === 'search')
    expect(searches.map(({ id, prices }) => [id, prices[0]?.usd])).toEqual([
      ['exa/search', { search: '5' }],
      ['tavily/search', { search: '8' }],
    ])
  })

  test('has one entry for a model whose rule does not fit its own ID', () => {
    expect(entries.filter(({ id }) => id === 'openai/swift-own')).toMatchObject([
      { match: ['swift-own', 'latest'] },
    ])
  })

  test('says what it leaves out', () => {
    expect(warnings).toEqual([
      'openai/swift: variant [["speed","fast"]]',
      'openai/swift: uncounted storage_searches_kcount',
      'openai/swift: unit dances_kcount',
      'openai/odd: pattern ^(odd|strange)$',
    ])
  })
})

test('code that is no data is rejected, not run', () => {
  expect(() =>
    readGenaiPrices('providers: list[Provider] = [__import__("os").system("x")]', () => {}),
  ).toThrow('Unexpected')
})
