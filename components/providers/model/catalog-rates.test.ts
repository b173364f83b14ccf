import { expect, test } from 'vitest'
import { catalogRates } from './catalog-rates.ts'

test('reads the prices by token of the catalog alone', () => {
  expect(catalogRates({ source: 'catalog', rates: { input: 0.25, output: 2, cacheRead: 0.025 } })).toEqual({
    input: 0.25,
    output: 2,
  })
  expect(catalogRates({ source: 'catalog', rates: { input: 0.02 } })).toEqual({ input: 0.02, output: 0 })
  expect(catalogRates({ source: 'catalog', rates: { searchUnit: 2 } })).toBeNull()
  expect(catalogRates({ source: 'operator', rates: { input: 1, output: 2 } })).toBeNull()
  expect(catalogRates(undefined)).toBeNull()
})
