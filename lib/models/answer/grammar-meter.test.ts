import { expect, test } from 'vitest'
import { explosiveSchemas } from './__fixtures__/large-schemas.ts'
import { GrammarMeter, GrammarTooLarge } from './grammar-meter.ts'
import { toGrammar } from './json-grammar.ts'

test('no more than 20,000 nodes of a schema that doubles are visited', () => {
  let visits = 0
  const node = {
    get anyOf() {
      visits += 1
      return [node, node]
    },
  }

  expect(() => toGrammar([{ tool: null, schema: node }])).toThrow(GrammarTooLarge)
  expect(visits).toBeLessThan(20_000)
})

test.each(Object.keys(explosiveSchemas))('%s: no grammar is written', name => {
  expect(() => toGrammar([{ tool: null, schema: explosiveSchemas[name] ?? true }])).toThrow(GrammarTooLarge)
})

test('siblings do not add to the depth', () => {
  const meter = new GrammarMeter()

  for (let at = 0; at < 100; at += 1) meter.within(1, () => meter.within(1, () => 'done'))

  expect(meter.within(0, () => 'still allowed')).toBe('still allowed')
})
