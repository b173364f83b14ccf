import { expect, test } from 'vitest'
import { toWords } from './words.ts'

test('words are lower case, without accents, plural s and function words', () => {
  expect(toWords('How are the Refunds of Café Ærø paid?', Infinity)).toEqual([
    'refund',
    'cafe',
    'ærø',
    'paid',
  ])
})

test('a text of function words keeps them', () => {
  expect(toWords('Who are you?', Infinity)).toEqual(['who', 'are', 'you'])
})

test('no more than the given number of words is read, function words counted', () => {
  expect(toWords('the red and the blue', 2)).toEqual(['red'])
  expect(toWords('', 5)).toEqual([])
})

test('short words and those with a double s keep their s', () => {
  expect(toWords('gas glass glasses', Infinity)).toEqual(['gas', 'glass', 'glasse'])
})

test('numbers and other scripts are words', () => {
  expect(toWords('404 日本 Москва', Infinity)).toEqual(['404', '日本', 'москва'])
})
