import { describe, expect, test } from 'vitest'
import { Catalog } from '#lib/prices/catalog.ts'
import { planUpdate } from './plan-update.ts'
import { type GivenCatalog, readGivenCatalog, readGivenSources } from './read-given.ts'

const today = '2026-11-24'
const source = 'https://example.org/prices'

interface TestPrice {
  readonly usd?: Readonly<Record<string, string>>
  readonly period?: object
}

function model(id: string, { usd = { input: '2', output: '8' }, period = {} }: TestPrice = {}) {
  const match = [id.slice(id.indexOf('/') + 1)]
  return { id, match, kind: 'chat', prices: [{ from: null, usd, ...period }], source }
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const usual = names.map(name => model(`openai/${name}`))
const current = new Catalog({ format: 1, made: '2026-11-22', sources: [], models: usual })

function given(models: readonly object[], made = today): GivenCatalog {
  return readGivenCatalog(JSON.stringify({ format: 1, made, sources: [], models }))
}

/** The usual models, with this one in place of `openai/a`. */
function withFirst(price: TestPrice): GivenCatalog {
  return given([model('openai/a', price), ...usual.slice(1)])
}

const plan = (catalog: GivenCatalog, accepted: readonly string[] = []) =>
  planUpdate(current, catalog, new Set(accepted), today)

describe('a price that moves', () => {
  test('is taken up to ten times as high or as low', () => {
    const { moves, changed, held, models } = plan(withFirst({ usd: { input: '20', output: '0.8' } }))

    expect(held).toEqual([])
    expect(changed).toEqual(['openai/a'])
    expect(moves).toMatchObject([
      { id: 'openai/a', rate: 'input', from: '2', to: '20' },
      { id: 'openai/a', rate: 'output', from: '8', to: '0.8' },
    ])
    expect(models.find(({ id }) => id === 'openai/a')?.prices[0]?.usd).toEqual({ input: '20', output: '0.8' })
  })

  test.each<[string, TestPrice]>([
    ['more than ten times as high', { usd: { input: '20.1', output: '8' } }],
    ['more than ten times as low', { usd: { input: '2', output: '0.79' } }],
    ['to nothing', { usd: { input: '0', output: '8' } }],
    ['to no rate', { usd: { output: '8' } }],
    ['in a new tier', { period: { tiers: { flex: { usd: { input: '21' } } } } }],
    ['for long prompts', { period: { above: { 1000: { output: '81' } } } }],
    ['at some hours', { period: { hours: [{ days: [1], utc: ['00:00-24:00'], usd: { input: '21' } }] } }],
  ])('%s stays as it was until it is accepted', (_name, price) => {
    const held = plan(withFirst(price))
    expect(held.held).toMatchObject([
      { id: 'openai/a', acceptable: true, reason: expect.stringContaining(' moves from ') },
    ])
    expect(held.changed).toEqual([])
    expect(held.models).toEqual(usual)

    const accepted = plan(withFirst(price), ['openai/a'])
    expect(accepted.held).toEqual([])
    expect(accepted.changed).toEqual(['openai/a'])
  })

  test('is also found on a later day', () => {
    const later = { ...model('openai/a'), prices: [...model('openai/a').prices] }
    const next = { from: '2027-01-01', usd: { input: '2', output: '800' } }
    const { held, moves } = plan(given([{ ...later, prices: [...later.prices, next] }, ...usual.slice(1)]))

    expect(held).toMatchObject([{ id: 'openai/a', reason: 'output moves from $8 to $800' }])
    expect(moves).toMatchObject([{ rate: 'output', since: '2027-01-01' }])
  })

  test('is found behind a new ID of the same name', () => {
    const renamed = { ...model('openai/a-2', { usd: { input: '500', output: '8' } }), match: ['a-2', 'a'] }
    const { held, models } = plan(given([renamed, ...usual.slice(1)]))

    expect(held).toMatchObject([{ id: 'openai/a-2' }])
    expect(models).toEqual(usual)
  })
})

test('a model whose new ID has its name is renamed', () => {
  const renamed = { ...model('openai/a-2'), match: ['a-2', 'a'] }
  const { models, added } = plan(given([renamed, ...usual.slice(1)]))

  expect(added).toEqual(['openai/a-2'])
  expect(models.map(({ id }) => id)).not.toContain('openai/a')
})

test('a model that is no longer listed keeps its last price', () => {
  const { missing, models } = plan(given(usual.slice(2)))

  expect(missing).toEqual(['openai/a', 'openai/b'])
  expect(models).toEqual(usual)
})

test('a catalog with under 80 % of the models in use is refused as a whole', () => {
  const strangers = names.map(name => model(`mistral/${name}`))
  expect(() => plan(given([...strangers, ...usual.slice(3)]))).toThrow(
    'has only 7 of the 10 models in use; at least 8 are needed. Nothing was changed.',
  )
  expect(() => plan(given(usual.map(each => ({ ...each, prices: [] }))))).toThrow('only 0 of the 10')
})

test.each([
  ['2026-11-21', 'older than the one in use, of 2026-11-22'],
  ['2026-11-26', 'in the future'],
])('a catalog of %s is refused', (made, message) => {
  expect(() => plan(given(usual, made))).toThrow(message)
})

describe('a unit that this version does not know', () => {
  const strange = {
    usd: { input: '2', output: '9', dances: '1' },
    period: { above: { 1000: { jumps: '1' } } },
  }

  test('keeps the model as it was until it is accepted without the unit', () => {
    expect(plan(withFirst(strange)).held).toEqual([
      { id: 'openai/a', reason: 'this version cannot count its units dances, jumps', acceptable: true },
    ])
    const { models, held } = plan(withFirst(strange), ['openai/a'])
    expect(held).toEqual([])
    expect(models[0]?.prices).toEqual([{ from: null, usd: { input: '2', output: '9' }, above: { 1000: {} } }])
  })

  test('is found in a price file, too', () => {
    const genaiPrices = `providers: list[Provider] = [Provider(id='openai', models=[ModelInfo(id='a',
      match=ClauseEquals(equals='a'), prices=ModelPrice(input_mtok=Decimal('2'), dances_mtok=Decimal('1')))])]`
    const { models } = readGivenSources({ genaiPrices, litellm: '{}' }, today, [])

    expect(models).toMatchObject([{ status: 'read', id: 'openai/a', unknownUnits: ['dances_mtok'] }])
  })
})

test('an invalid or repeated entry stays as it was and cannot be accepted', () => {
  const catalog = given([
    model('openai/a', { usd: { input: '-1', output: '8' } }),
    ...usual.slice(1),
    model('openai/b'),
  ])
  const { held, models } = plan(catalog)

  expect(held).toMatchObject([
    { id: 'openai/a', acceptable: false, reason: expect.stringContaining('usd.input') },
    { id: 'openai/b', acceptable: false, reason: expect.stringContaining('occurs twice') },
  ])
  expect(models).toEqual(usual)
  expect(() => plan(catalog, ['openai/a'])).toThrow('"openai/a" has nothing to accept')
})

test.each([
  '',
  '[]',
  '{"format":2,"made":"2026-11-24","sources":[],"models":[]}',
  'providers: list[Provider] = []',
])('a file in another format is refused: %s', text => {
  expect(() => readGivenCatalog(text)).toThrow('not a price catalog in format 1')
})
