import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchWildcards } from './match-wildcards.ts'

test.each([
  ['/blog/*', '/blog/a', true],
  ['/blog/*', '/blog/a/b', false],
  ['/blog/**', '/blog/a/b', true],
  ['/blog/**', '/blogs', false],
  ['/a/**/b', '/a/b', true],
  ['/a/**/b', '/a/x/y/b', true],
  ['/a/**/b', '/a/xb', false],
  ['**/b', 'b', true],
  ['*.pdf', 'a.b.pdf', true],
  ['*.pdf', 'a.pdf.html', false],
  ['*', '', true],
  ['', '', true],
  ['**', '/a/b', true],
  ['a**', 'a', true],
])('%s on %s is %s', (pattern, text, matched) => {
  expect(matchWildcards(pattern, text)).toBe(matched)
})

const letters = (...list: readonly string[]) => fc.array(fc.constantFrom(...list), { maxLength: 12 })

test('a pattern matches what the regular expression of the same meaning matches', () => {
  fc.assert(
    fc.property(letters('a', 'b', '/', '*', '**', '/**/'), letters('a', 'b', '/'), (pattern, text) => {
      const whole = pattern.join('').replace(/\*{3,}/g, '**')

      expect(matchWildcards(whole, text.join(''))).toBe(toExpression(whole).test(text.join('')))
    }),
    { numRuns: 3000 },
  )
})

test('many stars over a long address are no work for ever', () => {
  const text = 'a'.repeat(2000)

  expect(matchWildcards(`${'*a'.repeat(30)}*b`, text)).toBe(false)
  expect(matchWildcards(`${'**a*a'.repeat(15)}*b`, text)).toBe(false)
})

function toExpression(pattern: string): RegExp {
  const body = pattern.replace(/(?<=^|\/)\*\*\/|\*\*|\*/g, star =>
    star === '*' ? '[^/]*' : star === '**' ? '.*' : '(?:.*/)?',
  )
  return new RegExp(`^${body}$`)
}
