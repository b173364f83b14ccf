import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownProviders } from '#lib/known-providers.ts'
import { knownSearchBackends } from '#lib/known-search-backends.ts'
import { readJsonRecord } from '#lib/read-json.ts'
import { Catalog, newerCatalog, catalogInUse } from './catalog.ts'
import { catalogEntrySchema, catalogHeadSchema } from './catalog-schema.ts'

const file = readJsonRecord(readFileSync(path.join(import.meta.dirname, 'catalog.json'), 'utf8'))

describe('the shipped catalog', () => {
  const { models } = catalogHeadSchema.parse(file)
  test('has each model once', () => {
    const ids = entries.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  const entries = models.map(model => catalogEntrySchema.parse(model))

  test('has a valid price for every model, and each upstream id once', () => {
    const names = entries.flatMap(({ id, match }) => match.map(name => `${id.split('/')[0]}/${name}`))
    expect(entries.length).toBeGreaterThan(500)
    expect(new Set(names).size).toBe(names.length)
    expect(entries.filter(({ prices }) => prices.some(({ usd }) => Object.keys(usd).length === 0))).toEqual(
      [],
    )
  })

  test('names only providers and search backends that exist', () => {
    const vendors = new Set<string>(knownProviders.map(({ id }) => id))
    const backends = new Set<string>(knownSearchBackends.map(({ id }) => `${id}/search`))
    expect(
      entries.filter(({ id, kind }) =>
        kind === 'search' ? !backends.has(id) : !vendors.has(id.split('/')[0] ?? ''),
      ),
    ).toEqual([])
  })

  test('finds and compiles the price of every model', () => {
    const at = Date.parse('2026-11-22T12:00:00Z')
    for (const { id, match } of entries) {
      const found = catalogInUse().find(`${id.split('/')[0]}/${match[0]}`)
      expect(found?.entry.id).toBe(id)
      expect(found?.price.at(at)).toBeDefined()
    }
  })

  test('knows the dates of snapshots, but guesses no other names', () => {
    const find = (name: string) => catalogInUse().find(name)?.entry.id
    expect(find('openai/gpt-6-sol')).toBe('openai/gpt-6-sol')
    expect(find('openai/gpt-6-sol-2026-09-22')).toBe('openai/gpt-6-sol')
    expect(find('anthropic/claude-sonnet-4-5-20250929')).toBe('anthropic/claude-sonnet-4-5')
    expect(find('openai/gpt-6-sol-turbo')).toBeUndefined()
    expect(find('other/gpt-6-sol')).toBeUndefined()
  })

  test('counts the seconds of speech once, though one source lists them as input and output', () => {
    const price = catalogInUse().find('openai/whisper-1')?.price.at(Date.now())
    expect(price?.costNanos({ audio: 60_000 })).toBe(6_000_000)
  })
})

test.each([
  ['an exponent', '1e-3'],
  ['a negative amount', '-1'],
  ['more than nine decimals', '0.0000000001'],
  ['more than $2,000 per million tokens', '2000.01'],
])('refuses %s', (_name, input) => {
  const entry = {
    id: 'openai/x',
    match: ['x'],
    kind: 'chat',
    source: 'test',
    prices: [{ from: null, usd: { input } }],
  }
  const catalog = new Catalog({ format: 1, made: '2026-11-22', sources: [], models: [entry] })
  expect(() => catalog.find('openai/x')).toThrow(/decimal|2000/)
})

test('refuses a unit that this version cannot count', () => {
  const entry = {
    id: 'openai/x',
    match: ['x'],
    kind: 'chat',
    source: 'test',
    prices: [{ from: null, usd: { sips: '1' } }],
  }
  expect(catalogEntrySchema.safeParse(entry).success).toBe(false)
})

test('a stored catalog wins over the shipped one of the same day, and an older one does not', () => {
  const { made } = catalogInUse()
  const stored = (day: string) => JSON.stringify({ ...file, made: day })

  expect(newerCatalog(null)).toBe(catalogInUse())
  expect(newerCatalog(stored('2020-01-01'))).toBe(catalogInUse())
  expect(newerCatalog(stored(made))).not.toBe(catalogInUse())
})

test('a stored catalog that this version cannot read is refused as a whole', () => {
  const prices = [{ from: null, usd: { input: '1', dances: '2' } }]
  const entry = { id: 'openai/x', match: ['x'], kind: 'chat', prices, source: 'https://example.org' }
  const text = JSON.stringify({ format: 1, made: '2999-01-01', sources: [], models: [entry] })

  expect(() => newerCatalog(text)).toThrow('dances')
  expect(() => newerCatalog(text.replace('"format":1', '"format":2'))).toThrow('format')
  expect(() => newerCatalog('{')).toThrow(SyntaxError)
})
