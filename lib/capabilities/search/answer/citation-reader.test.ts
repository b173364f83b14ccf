import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnswerToken, CitationReader } from './citation-reader.ts'

const rules = { sources: 3, hosts: new Set(['good.example', 'www.good.example']) }

/** The answer as it would be sent, citations as `⟨n⟩`. */
function read(pieces: readonly string[], given = rules): string {
  const reader = new CitationReader(given)
  return [...pieces.flatMap(piece => reader.push(piece)), ...reader.end()].map(print).join('')
}

function print(token: AnswerToken): string {
  return token.kind === 'cite' ? `⟨${token.numbers.join(',')}⟩` : token.text
}

test.each([
  ['one [1].', 'one ⟨1⟩.'],
  ['both [1, 2] of them', 'both ⟨1,2⟩ of them'],
  ['[1,2] [1][2] [1 and 3] [1;2]', '⟨1,2⟩ ⟨1⟩⟨2⟩ ⟨1,3⟩ ⟨1,2⟩'],
  ['a range [1-3] [1–2]', 'a range ⟨1,2,3⟩ ⟨1,2⟩'],
  ['wide 【1】 and 【2†source】', 'wide ⟨1⟩ and ⟨2⟩'],
  ['note[^1] and [^2]', 'note⟨1⟩ and ⟨2⟩'],
  ['[Source 2] [sources 1, 3]', '⟨2⟩ ⟨1,3⟩'],
  ['linked [1](https://evil.example/x) [2](#note)', 'linked ⟨1⟩ ⟨2⟩'],
  ['out [0] [4] [1, 9] [99]', 'out ⟨⟩ ⟨⟩ ⟨1⟩ ⟨⟩'],
  ['twice [1, 1]', 'twice ⟨1⟩'],
  ['wow![1]', 'wow!⟨1⟩'],
  ['[not] a [citation](https://good.example/a) [2024]', '[not] a [citation](https://good.example/a) [2024]'],
  ['`list[1]` and ``a ` [1]`` stay', '`list[1]` and ``a ` [1]`` stay'],
  ['```js\na[1] = "http://evil.example"\n```\n[1]', '```js\na[1] = "http://evil.example"\n```\n⟨1⟩'],
  ['an open ` mark\n\nends [1]', 'an open \\` mark\n\nends ⟨1⟩'],
  ['- a\n  ```\n  b[1]\n  ```\n[1]', '- a\n  \n```\n  b[1]\n```\n⟨1⟩'],
  ['~~~\n```\n~~~\n[1]', '~~~\n```\n~~~\n⟨1⟩'],
  ['\\[a\\] &amp; \\frac [1]', '\\[a\\] &amp; \\frac ⟨1⟩'],
  [`[${'x'.repeat(60)}] [1]`, `[${'x'.repeat(60)}] ⟨1⟩`],
  ['ends with [', 'ends with ['],
  ['ends with [1', 'ends with [1'],
])('%j is read as %j', (text, expected) => {
  expect(read([text])).toBe(expected)
})

test.each([
  ['an image', '![pixel](http://evil.example/p.png?q=secret)', '[pixel]'],
  [
    'an image by reference',
    '![x][r]\n\n[r]: http://evil.example/p',
    '[x][r]\n\n[r]\\: `http://evil.example/p`',
  ],
  ['an image within a link', '[![a](http://evil.example/i)](http://evil.example/l)', '[[a]]'],
  ['a link', 'see [here](https://evil.example/a)', 'see [here]'],
  ['a script', '[run](javascript:alert)', '[run]'],
  ['a bare address', 'go to https://evil.example/a?b=c.', 'go to `https://evil.example/a?b=c`.'],
  ['an address in angles', '<https://evil.example>', '&lt;`https://evil.example`>'],
  ['an address without a scheme', 'www.evil.example/x', '`www.evil.example/x`'],
  ['HTML', '<img src=http://evil.example/p> a < b', '&lt;img src=`http://evil.example/p`> a < b'],
  ['a link after an open mark of code', 'a ` b [x](https://evil.example)', 'a \\` b [x]'],
  ['a link between escaped marks', '\\`[x](https://evil.example)\\`', '\\`[x]\\`'],
  ['an image after no fence', 'a ``` b\n\n![x](https://evil.example)', 'a \\`\\`\\` b\n\n[x]'],
  ['a link after a quoted fence', '> ```\n[x](https://evil.example)', '> \\`\\`\\`\n[x]'],
  ['a link in a cell', '| a ` | [x](https://evil.example) ` |', '| a \\` | [x] \\` |'],
  ['a definition', '[r]: //evil.example\n\n![r]', '[r]\\: //evil.example\n\n[r]'],
  ['a definition of a citation', '[1]: //evil.example\n\n[1]', '⟨1⟩\\: //evil.example\n\n⟨1⟩'],
  ['an address on the next line', '[x](\n//evil.example)', '[x] (\n//evil.example)'],
  ['an address behind another', '[x](javascript:a)(//evil.example)', '[x] (//evil.example)'],
  ['an address behind a citation', '[1](\n//evil.example)', '⟨1⟩ (\n//evil.example)'],
  ['another host by its entity', '[x](https://evil.example&sol;@good.example/)', '[x]'],
  [
    'an address by its entities',
    'https&#58;//evil.example &colon;',
    'https&amp;#58;//evil.example &amp;colon;',
  ],
  ['an escaped address', 'https\\://evil.example', 'https\\\\://evil.example'],
  ['an instruction', '<?a ` ?>[x](https://evil.example) `', '&lt;?a ` ?>[x](https://evil.example) `'],
  [
    'an address in a word',
    'Ahttps://good.example*https://evil.example',
    'A`https://good.example*https://evil.example`',
  ],
])('%s is not a link', (_, text, expected) => {
  expect(read([text])).toBe(expected)
})

test('links to the hosts of sources are preserved', () => {
  const text = 'https://good.example/a, [b](http://www.good.example/b) and [c](https://good.example/c "C").'

  expect(read([text])).toBe(text.replace(' "C"', ''))
})

test('without sources there are no citations', () => {
  expect(read(['one [1] two 【2】'], { sources: 0, hosts: new Set() })).toBe('one ⟨⟩ two ⟨⟩')
})

const marks = [
  '[1]',
  '[1, 2]',
  '[',
  ']',
  '](',
  ')',
  '~~~',
  '|',
  '&#58;',
  '\\\\',
  ']:',
  '    ',
  '【3】',
  '【',
  '†',
  '[^2]',
  '![',
  '!',
  '`',
  '``',
  '```\n',
  '<',
  'h',
  'www.',
  'www.x.y',
  '(',
  '\n',
  '\n\n',
  ' ',
  '. ',
  'https:/',
  '[a](',
  'text',
  '![i](http://evil.example/i)',
  '12',
  ', ',
  'x'.repeat(45),
  'http://evil.example/a',
  'https://good.example/b',
  '[a](https://good.example/a)',
]
const fragments = fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 4 }))

test('the result does not depend on how an answer is split into chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fragments, { maxLength: 25 }),
      fc.array(fc.nat(60), { maxLength: 12 }),
      (parts, cuts) => {
        const text = parts.join('')
        const at = [...new Set(cuts.map(cut => cut % (text.length + 1)))].toSorted((a, b) => a - b)
        const pieces = [0, ...at].map((start, index) => text.slice(start, at[index] ?? text.length))

        expect(read(pieces)).toBe(read([text]))
        expect(read(text.split(''))).toBe(read([text]))
      },
    ),
    { numRuns: 2000 },
  )
})

test('citations never exceed the sources, and no image remains', () => {
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 25 }), parts => {
      const reader = new CitationReader(rules)
      const tokens = [...reader.push(parts.join('')), ...reader.end()]

      const cited = tokens.flatMap(token => (token.kind === 'cite' ? token.numbers : []))
      expect(cited.filter(number => ![1, 2, 3].includes(number))).toEqual([])
      expect(tokens.map(token => (token.kind === 'text' ? token.text : ' ')).join('')).not.toContain('![')
    }),
    { numRuns: 1000 },
  )
})
