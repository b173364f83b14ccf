import { expect, test } from 'vitest'
import type { Model } from '#lib/contracts/api/models.ts'
import {
  type CatalogFilter,
  filterCatalog,
  listFilterChoices,
  listTypeChoices,
  noFilter,
  readCatalogFilter,
  writeCatalogFilter,
} from './catalog-filter.ts'
import { toCatalog } from './catalog-model.ts'

const base = { object: 'model', created: 0 } as const
const small: Model = { ...base, id: 'local/small', owned_by: 'local', type: 'chat', state: 'not_downloaded' }
const listed: readonly Model[] = [
  { ...base, id: 'acme/new', owned_by: 'acme', type: 'chat', state: 'not_configured' },
  { ...small, input: ['text'], context_window: 4096 },
  {
    ...base,
    id: 'openai/sees',
    owned_by: 'openai',
    type: 'chat',
    input: ['text', 'image'],
    context_window: 400_000,
    price: { input: 0.25, output: 2 },
  },
  {
    ...base,
    id: 'openai/vectors',
    owned_by: 'openai',
    type: 'embeddings',
    price: { input: 0.02, output: 0 },
  },
]
const local = {
  ...small,
  title: 'Small 1B, Q4_K_M',
  description: 'Writes short programs.',
  size_bytes: 500_000_000,
  licence: { name: 'MIT', url: 'https://example.com' },
}
const catalog = toCatalog(listed, [local])
const find = (filter: Partial<CatalogFilter>) =>
  filterCatalog(catalog, { ...noFilter, ...filter }).map(({ id }) => id)

test('a catalog lists ready models first and those without a provider last', () => {
  expect(find({})).toEqual(['openai/sees', 'openai/vectors', 'local/small', 'acme/new'])
})

test('an embedded model has its short title, license, size and no price', () => {
  expect(catalog.find(({ id }) => id === 'local/small')).toMatchObject({
    name: 'Small 1B',
    license: { name: 'MIT' },
    downloadBytes: 500_000_000,
    price: { input: 0, output: 0 },
  })
})

test('a server that lists only IDs has usable models', () => {
  // As the console reads it: unchecked but for the ID.
  const [model] = toCatalog([{ id: 'any' } as Model], [])

  expect(model).toMatchObject({ name: 'any', type: null, provider: null, state: 'ready', price: null })
})

test.each<[Partial<CatalogFilter>, readonly string[]]>([
  [{ q: 'short PROGRAMS' }, ['local/small']],
  [{ type: 'embeddings' }, ['openai/vectors']],
  [{ input: 'image' }, ['openai/sees']],
  [{ context: '32000' }, ['openai/sees']],
  [{ price: '0' }, ['local/small']],
  [{ price: '1' }, ['openai/vectors', 'local/small']],
  [{ provider: 'openai', type: 'chat' }, ['openai/sees']],
  [{ license: 'MIT' }, ['local/small']],
  [{ size: '1000000000' }, ['local/small']],
  [{ state: 'ready' }, ['openai/sees', 'openai/vectors']],
  [{ q: 'nothing' }, []],
])('%j finds %j', (filter, found) => {
  expect(find(filter)).toEqual(found)
})

test('a model with deployments names every provider that receives its requests', () => {
  const [model] = toCatalog(
    [{ ...base, id: 'team-chat', owned_by: 'up-a', providers: ['up-a', 'up-b'], type: 'chat' }],
    [],
  )

  expect(model?.description).toBe('Chat model of up-a and up-b. Requests are sent to these providers.')
  expect(filterCatalog(model ? [model] : [], { ...noFilter, provider: 'up-b' })).toHaveLength(1)
  expect(listFilterChoices(model ? [model] : []).find(({ name }) => name === 'provider')?.choices).toEqual([
    { value: '', label: 'Any provider' },
    { value: 'up-a', label: 'up-a' },
    { value: 'up-b', label: 'up-b' },
  ])
})

test('a filter offers only what some model has, and a type its count', () => {
  const choices = listFilterChoices(catalog).find(({ name }) => name === 'provider')?.choices

  expect(choices?.map(({ label }) => label)).toEqual(['Any provider', 'acme', 'Embedded', 'openai'])
  expect(listTypeChoices(catalog).map(({ label, count }) => `${label} ${count}`)).toEqual([
    'All 4',
    'Chat 3',
    'Embeddings 1',
  ])
})

test('the URL restores every filter', () => {
  const filter = { ...noFilter, q: 'a & b', type: 'chat', size: '100000000', state: 'ready' }

  expect(readCatalogFilter(new URLSearchParams(writeCatalogFilter(filter)))).toEqual(filter)
  expect(writeCatalogFilter(noFilter)).toBe('')
})
