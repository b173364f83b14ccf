import { expect, test } from 'vitest'
import { readWords } from './words.ts'

test('words are lower case, without accents, plural s and function words', async () => {
  expect(await readWords('How are the Refunds of Café Ærø paid?', Infinity)).toEqual([
    'refund',
    'cafe',
    'ærø',
    'paid',
  ])
})

test('a text of function words keeps them', async () => {
  expect(await readWords('Who are you?', Infinity)).toEqual(['who', 'are', 'you'])
})

test('no more than the given number of words is read, function words counted', async () => {
  expect(await readWords('the red and the blue', 2)).toEqual(['red'])
  expect(await readWords('', 5)).toEqual([])
})

test('short words and those with a double s keep their s', async () => {
  expect(await readWords('gas glass glasses', Infinity)).toEqual(['gas', 'glass', 'glasse'])
})

test('numbers and other scripts are words', async () => {
  expect(await readWords('404 日本 Москва', Infinity)).toEqual(['404', '日本', 'москва'])
})

test('a long text is read to its end or to the given number of words', async () => {
  const long = 'red foxes '.repeat(10_000)

  expect(await readWords(long, Infinity)).toHaveLength(20_000)
  expect(await readWords(long, 12_345)).toHaveLength(12_345)
})

test('other calls go on while a long text is read', async () => {
  const ended: string[] = []
  const reading = readWords('word '.repeat(500_000), Infinity).then(() => ended.push('text'))
  setImmediate(() => setImmediate(() => ended.push('other call')))
  await reading

  expect(ended).toEqual(['other call', 'text'])
})
