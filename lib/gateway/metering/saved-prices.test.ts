import { pino } from 'pino'
import { expect, test } from 'vitest'
import { SavedPrices } from './saved-prices.ts'

test('a price is saved once, also where rows named it before this process had read it', async () => {
  const saved: string[] = []
  const read = new Map<string, string>()
  const prices = new SavedPrices({
    save: async found => void saved.push(...found.map(({ ref }) => ref)),
    priceOf: ref => read.get(ref),
    log: pino({ level: 'silent' }),
  })
  const rows = [{ priceRef: 'op:mine:1' }, { priceRef: 'cat:gpt' }, { priceRef: null }]

  expect(prices.saveNew(rows)).toBeNull()
  read.set('op:mine:1', '{}')
  await prices.saveNew(rows)
  expect(prices.saveNew(rows)).toBeNull()
  expect(saved).toEqual(['op:mine:1'])
})
