import { expect, test } from 'vitest'
import { type ModelPrice, modelPatchSchema } from '#lib/contracts/console/providers.ts'
import { isIncomplete, toPrice, toPriceDraft } from './price-draft.ts'

test.each<ModelPrice | null>([
  null,
  'free',
  'catalog',
  { input: 1, output: 2 },
  {
    input: 1,
    output: 2,
    cache_read: 0.1,
    cache_write: 1.25,
    above: { tokens: 200_000, input: 2, output: 4 },
  },
  { audio: 0.36 },
  { search_unit: 2 },
])('the price %j stays as it is saved, and the contract accepts it', price => {
  const draft = toPriceDraft({ own_price: price })

  expect(toPrice(draft)).toEqual(price)
  expect(isIncomplete(draft)).toBe(false)
  expect(modelPatchSchema.parse({ model: 'm', price }).price).toEqual(price)
})

test('half a price and half a step cannot be saved', () => {
  const draft = toPriceDraft({ own_price: { input: 1, output: 2 } })

  expect(isIncomplete({ ...draft, output: null })).toBe(true)
  expect(isIncomplete({ ...draft, step: { tokens: 200_000, input: null, output: 4 } })).toBe(true)
  expect(isIncomplete({ ...draft, source: 'free', output: null })).toBe(false)
  expect(modelPatchSchema.safeParse({ model: 'm', price: { input: 1 } }).error?.issues[0]).toMatchObject({
    message: expect.stringMatching(/^is required|Invalid input/),
  })
})
