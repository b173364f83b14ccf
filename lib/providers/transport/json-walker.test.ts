import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonWalker, UnreadableJson } from './json-walker.ts'

function accepts(text: string): boolean {
  const walker = new JsonWalker(Buffer.from(text))
  try {
    walker.skip()
    walker.end()
    return true
  } catch (error) {
    if (error instanceof UnreadableJson) return false
    throw error
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const spaced = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.constantFrom('', ' ', '\n', '\t\r\n  '))
  .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space).concat(space))

test('accepts every JSON text', () => {
  fc.assert(
    fc.property(spaced, text => {
      expect(accepts(text)).toBe(true)
    }),
  )
})

test('accepts a text with one change exactly when JSON.parse does', () => {
  const changed = fc
    .tuple(
      spaced,
      fc.nat(),
      fc.constantFrom(...'{}[]",:\\-+.0e1tnfu/ \u0001'.split('')),
      fc.constantFrom(0, 1),
    )
    .map(([text, at, letter, dropped]) => {
      const index = at % (text.length + 1)
      return text.slice(0, index) + letter + text.slice(index + dropped)
    })

  fc.assert(
    fc.property(changed, text => {
      expect(accepts(text)).toBe(parses(text))
    }),
    { numRuns: 2000 },
  )
})

test('accepts a truncated text exactly when JSON.parse does', () => {
  fc.assert(
    fc.property(spaced, fc.nat(), (text, at) => {
      const cut = text.slice(0, at % (text.length + 1))
      expect(accepts(cut)).toBe(parses(cut))
    }),
  )
})

test.each([
  '01',
  '1.',
  '.5',
  '-',
  '+1',
  '1e',
  '1e+',
  '--1',
  '0x1',
  '1_0',
  'NaN',
  'Infinity',
  '-Infinity',
  'nul',
  'True',
  '"\\x"',
  '"\\u12g4"',
  '"a\nb"',
  "'a'",
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '{"a" 1}',
  '[1 2]',
  '',
  ' ',
  '1 1',
  '[',
  '{"a"',
])('%j is rejected', text => {
  expect(accepts(text)).toBe(false)
})

test.each(['-0', '0', '1e5', '1E+5', '-1.5e-7', '"\\u00e9\\/\\\\"', '"é🙂"', '[]', '{}', '[[],{}]', ' [ ] '])(
  '%j is accepted',
  text => {
    expect(accepts(text)).toBe(true)
  },
)

test('keys are read with their escapes', () => {
  const keys: string[] = []
  const walker = new JsonWalker(Buffer.from(String.raw`{"embedding":1,"é\n\"":2}`))

  walker.members(key => {
    keys.push(key)
    walker.skip()
  })

  expect(keys).toEqual(['embedding', 'é\n"'])
})

test.each([
  ['12', 12],
  ['-1', null],
  ['1.5', null],
  ['"3"', null],
  ['null', null],
  ['9007199254740993', null],
  ['{"a":[1]}', null],
])('%s as an index is %s', (text, index) => {
  const walker = new JsonWalker(Buffer.from(text))
  expect(walker.index()).toBe(index)
  walker.end()
})

test('unlimited nesting is rejected and does not overflow the stack', () => {
  expect(accepts('['.repeat(100_000))).toBe(false)
})
