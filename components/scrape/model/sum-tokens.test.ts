import { expect, test } from 'vitest'
import { pageRun, rowOf } from './__fixtures__/pages.ts'
import { sumTokens } from './sum-tokens.ts'

const [a, b] = ['https://a.example/', 'https://b.example/']

test('the tokens of pages add up; an uncounted page makes the sum an estimate', () => {
  expect(sumTokens([rowOf(a), rowOf(b)])).toEqual({ tokens: 14, estimated: false })
  expect(sumTokens([rowOf(a), rowOf(b, pageRun(b, { links: [] }))])).toEqual({ tokens: 7, estimated: true })
  expect(sumTokens([rowOf(a, null)])).toEqual({ tokens: null, estimated: false })
})
