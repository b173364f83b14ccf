import { describe, expect, test } from 'vitest'
import { playgroundContracts, servedContracts, webOperations } from './all-contracts.ts'
import { capabilities, playgrounds, toCapability, webRoute } from './capabilities.ts'

const operations = [...servedContracts, ...webOperations].filter(
  ({ id, scope }) => scope !== null && id !== webRoute,
)

describe.each(operations)('$id', ({ id, path, scope }) => {
  test('belongs to one capability, with its path and its scope', () => {
    const owners = Object.values(capabilities).filter(({ routes }) => Object.hasOwn(routes, id))

    expect(owners).toHaveLength(1)
    expect(owners[0]).toMatchObject({ scope, routes: { [id]: path } })
  })
})

test.each(playgrounds)('the playground $label has the contract of an operation of its own', playground => {
  const { id, scope } = playgroundContracts[playground.contract]

  expect(id).toBe(playground.contract)
  expect(scope).toBe(playground.scope)
  expect(Object.keys(playground.routes)).toContain(id)
})

test.each([
  [{ route: webRoute, model: null }, 'map'],
  [{ route: webRoute, model: 'sextant-ai-search' }, 'search'],
  [{ route: webRoute, model: 'made up' }, null],
  [{ route: 'transcription', model: 'openai/whisper-1' }, 'documents'],
  [{ route: 'constructor', model: null }, null],
])('the row %o is of the capability %s', (row, capability) => {
  expect(toCapability(row)).toBe(capability)
})
