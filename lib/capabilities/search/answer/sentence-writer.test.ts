import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CitationReader } from './citation-reader.ts'
import { SentenceWriter } from './sentence-writer.ts'

/** Source 2 supports every sentence that contains `known`. */
async function write(pieces: readonly string[]): Promise<{ text: string; asked: string[] }> {
  const asked: string[] = []
  const reader = new CitationReader({ sources: 3, hosts: new Set() })
  const writer = new SentenceWriter(sentence => {
    asked.push(sentence)
    return Promise.resolve(sentence.includes('known') ? 2 : null)
  })
  let text = ''
  for (const piece of pieces) text += await writer.write(reader.push(piece))
  text += (await writer.write(reader.end())) + (await writer.end())
  return { text, asked }
}

test.each([
  ['It is known.', 'It is known [2].'],
  ['It is known. Next one.', 'It is known [2]. Next one.'],
  ['It is known [1]. Next.', 'It is known [1]. Next.'],
  ['It is known.[1] Next.', 'It is known [1]. Next.'],
  ['It is known. [1] Next.', 'It is known [1]. Next.'],
  ['It is known.[1][3] Next', 'It is known [1][3]. Next'],
  ['Nothing.[1]Next', 'Nothing [1]. Next'],
  ['Nothing.[1]`code` is next', 'Nothing [1]. `code` is next'],
  ['Is it known? Yes!', 'Is it known [2]? Yes!'],
  ['- known one\n- another\n', '- known one [2]\n- another\n'],
  ['1. Known is known.\n2. Other.', '1. Known is known [2].\n2. Other.'],
  ['Dr. Known is known.', 'Dr. Known is known [2].'],
  ['known at 3.5 metres, e.g. here.', 'known at 3.5 metres, e.g. here [2].'],
  ['He said “it is known.” Then.', 'He said “it is known [2].” Then.'],
  ['**It is known.** Next', '**It is known [2].** Next'],
  ['# Known heading\n\nknown', '# Known heading\n\nknown [2]'],
  ['| known | cell |\n', '| known | cell |\n'],
  ['```\nknown.\n```\n', '```\nknown.\n```\n'],
  ['这是known。下一句。', '这是known [2]。下一句。'],
  ['Out of range [9].', 'Out of range.'],
  ['Out of range! [9]', 'Out of range!'],
  ['Cited once [1] and again [1].', 'Cited once [1] and again.'],
  ['Use `a.b` when known.', 'Use `a.b` when known [2].'],
  ['Wait… known', 'Wait… known [2]'],
])('%j becomes %j', async (text, expected) => {
  expect((await write([text])).text).toBe(expected)
})

test('each sentence is checked once, without citations and list marker', async () => {
  const { asked } = await write(['1. First known thing.\n2. Second [1].\n\nThird one here.'])

  expect(asked).toEqual(['First known thing.', 'Third one here.'])
})

const fragments = fc.constantFrom(
  'known',
  ' ',
  '. ',
  '.',
  '\n',
  '\n\n',
  '[1]',
  ' [2]',
  '[9]',
  '- ',
  '1. ',
  '# ',
  '| ',
  '`x.y`',
  '? ',
  '!',
  'Dr',
  'The',
  'e.g',
  '3',
  '。',
  '”',
  '**',
  ' Next',
  'and',
  '…',
)

test('the output does not depend on how an answer is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fragments, { maxLength: 25 }), fc.nat(40), async (parts, cut) => {
      const text = parts.join('')
      const whole = await write([text])

      expect(await write(text.split(''))).toEqual(whole)
      expect(await write([text.slice(0, cut), text.slice(cut)])).toEqual(whole)
    }),
    { numRuns: 500 },
  )
})

test('no text is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fragments, { maxLength: 25 }), async parts => {
      const text = parts.join('')
      const bare = (some: string): string => some.replace(/\[\d\]/g, '').replace(/\s/g, '')

      expect(bare((await write([text])).text)).toBe(bare(text))
    }),
    { numRuns: 500 },
  )
})
