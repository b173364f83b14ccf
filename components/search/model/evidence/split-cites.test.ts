import { expect, test } from 'vitest'
import { splitCites, withoutDefinitions } from './split-cites.ts'

test('only a number with a source is a citation', () => {
  expect(splitCites('a [0] b [1] c [3]', 2)).toEqual([
    { kind: 'text', text: 'a [0] b ' },
    { kind: 'cite', number: 1, text: '[1]' },
    { kind: 'text', text: ' c [3]' },
  ])
})

test('an answer cannot redirect its citations with its own link definition', () => {
  expect(withoutDefinitions('The moon [1].\n\n[1]: https://evil.test\n  [Two]: x')).toBe(
    'The moon [1].\n\n\\[1]: https://evil.test\n  \\[Two]: x',
  )
})
