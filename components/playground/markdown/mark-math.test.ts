import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markMath, readFormula } from './mark-math.ts'

/** The marked text with its formulas in readable form. */
function shown(text: string): string {
  return markMath(text).replaceAll(/`(\uE0A1[^`]*)`/g, (_, code: string) => {
    const formula = readFormula(code)
    return formula === null
      ? '?'
      : `${formula.display ? '[[' : '<<'}${formula.tex}${formula.display ? ']]' : '>>'}`
  })
}

test.each([
  [String.raw`The root \(x = \frac{1}{2}\) is real.`, String.raw`The root <<x = \frac{1}{2}>> is real.`],
  ['\\[\n\\int_0^1 x\\,dx\n\\]', String.raw`[[\int_0^1 x\,dx]]`],
  ['Then $$E = mc^2$$ holds.', 'Then [[E = mc^2]] holds.'],
  ['$$\na \\\\\nb\n$$', '[[a \\\\\nb]]'],
  ['1. First:\n   $$\n   x\n   $$', '1. First:\n   [[x]]'],
  ['- $x$ and $y_1$', '- <<x>> and <<y_1>>'],
  ['Let $n+1$ be odd, $2^n$ even, $f(x)$ smooth.', 'Let <<n+1>> be odd, <<2^n>> even, <<f(x)>> smooth.'],
  [String.raw`$\text{the rate of growth} = 2$`, String.raw`<<\text{the rate of growth} = 2>>`],
  [String.raw`**\(a\)**`, '**<<a>>**'],
  [String.raw`| $a|b_1$ | \(|x|\) |`, '| <<a|b_1>> | <<|x|>> |'],
  [String.raw`    \(x\) in a list`.replace(/^/, '- item\n\n'), '- item\n\n    <<x>> in a list'],
])('%j has formulas', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

test.each([
  'It costs $5 and $6.',
  'From $5-$6, or 10$ and 20$.',
  'It costs $5, in US$ of course',
  'It costs $1,000 + tax = US$ 1,100$',
  'Set $HOME/bin:$PATH and $USER.',
  'The variables $foo$ and $bar-baz$.',
  'Rated $$ or $$$, sometimes $$ too',
  String.raw`An escaped \$x$ and \\(y\\)`,
  String.raw`A footnote \[1\] and a call f\(x\)`,
  '`$x$` and ``\\(a`b\\)``',
  '```tex\n\\[ x \\]\n$y$\n```',
  '~~~\n$x$\n```\n$y$\n~~~',
  '- in a list\n  ```\n  $x$\n  ```',
  '```\n$x$ while it streams',
  'Code:\n\n    $x$ = \\(y\\)',
  String.raw`Unfinished \(x = \frac{1}{2`,
  'Unfinished $$x',
  '$ x $ with spaces',
])('%j stays as it is', text => {
  expect(shown(text)).toBe(text)
})

test('a formula beside code does not join it', () => {
  expect(markMath(String.raw`${'`a`'}\(x\)`)).toMatch(/^`a`\u200B`\uE0A1ix`$/)
})

test('any formula is read back as it was written, whatever its characters', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), tex => {
      fc.pre(!/[\\`$\n]|^\s|\s$/.test(tex))
      const [, code] = /^`(.*)`$/s.exec(markMath(`\\(${tex}\\)`)) ?? []
      expect(readFormula(code)).toEqual({ tex, display: false })
    }),
  )
})

test('code that only resembles a formula is none', () => {
  expect(readFormula('x')).toBeNull()
  expect(readFormula('\uE0A1i%')).toBeNull()
  expect(readFormula(undefined)).toBeNull()
})

test.each(['\\(', '$$x', '$a', '`', '\\[a', '$a^'])('a long text of %j is read in linear time', part => {
  const startedAt = performance.now()
  markMath(part.repeat(40_000))

  expect(performance.now() - startedAt).toBeLessThan(5000)
})
