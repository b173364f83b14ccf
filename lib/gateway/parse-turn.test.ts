import { expect, test } from 'vitest'
import { parseTurn } from './parse-turn.ts'

test('others are answered between one large body and the next', async () => {
  const order: string[] = []
  const parse = async (name: string, sizeBytes: number, then?: () => void) => {
    await parseTurn(sizeBytes)
    order.push(name)
    then?.()
  }
  const somebodyComes = () => void setImmediate(() => order.push('other'))

  await Promise.all([
    parse('large 1', 2 ** 20, somebodyComes),
    parse('large 2', 2 ** 25),
    parse('small', 1000),
  ])

  expect(order).toEqual(['small', 'large 1', 'other', 'large 2'])
})
