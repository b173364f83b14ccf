import { expect, test } from 'vitest'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { missingWords } from '#lib/documents/missing-words.ts'

const secretAuthor = 'Ann Author'

test('text is decoded by the charset of its font, the code page of the file, and Unicode', async () => {
  const fonts = String.raw`{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS Gothic;}{\f3\fcharset2 Symbol;}}`
  const text = String.raw`\f1 \'cc\'e8\'f0\f0  caf\'e9 \f2 \'93\'fa\'96\{\f0  \u8364\'80 \uc0\u55357\u56832\uc1  \f3 a\'a3\f0 .`

  expect(await textOfRtf(String.raw`\ansicpg1252\deff0${fonts}${text}`)).toBe('Мир café 日本 € 😀 α≤.')
  expect(await textOfRtf(String.raw`\ansi\ansicpg1250 Za\'bf\'f3\'b3\'e6 g\'ea\'9cl\'b9`)).toBe(
    'Zażółć gęślą',
  )
  expect(await textOfRtf(String.raw`\pc \'81ber`)).toBe('über')
})

test('a default font that states no charset of its own leaves the code page of the file', async () => {
  const font = String.raw`\ansicpg1251\deff0{\fonttbl{\f0\fcharset0 Arial;}}`

  expect(await textOfRtf(String.raw`${font}\pard\plain \'cc\'e8\'f0`)).toBe('Мир')
})

test('hidden and deleted text, comments, index entries and properties are left out', async () => {
  const hidden = String.raw`{\v secret}{\deleted gone}{\*\annotation remark}{\xe entry}{\*\unknown nothing}{\info{\author ${secretAuthor}}}`

  expect(await textOfRtf(String.raw`Wool ${hidden}\v not this\v0 is \plain warm.\par`)).toBe('Wool is warm.')
})

test('dashes, spaces and breaks that RTF names are kept', async () => {
  const text = String.raw`Wool\emdash dyed, 1990\endash 2000, \b cut\b0\emspace loose \\emdash\line next\~one\_two\par`

  expect(await textOfRtf(text)).toBe('Wool—dyed, 1990–2000, cut\u2003loose \\emdash\nnext\u00A0one-two')
})

test('styles, lists, links and emphasis are blocks and Markdown', async () => {
  const styles = String.raw`{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s7\outlinelevel1 Mine;}}`
  const { blocks } = await parseRich(
    [
      String.raw`${styles}\pard\s1 Llamas\par\pard\s7 Wool\par`,
      String.raw`{\listtext 1.\tab}\pard\ls1\ilvl0 first\par{\listtext\f3\'b7\tab}\pard\ls2\ilvl1 deep\par`,
      String.raw`\pard See {\field{\*\fldinst{HYPERLINK "https://example.org/a"}}{\fldrslt{\ul here}}} or \b there\b0 , m{\super 2}, H\sub 2\nosupersub O.\par`,
    ].join(''),
  )

  expect(blocks.map(({ type, level, text, markdown }) => [type, level, markdown ?? text])).toEqual([
    ['heading', 1, 'Llamas'],
    ['heading', 2, 'Wool'],
    ['list_item', 0, 'first'],
    ['list_item', 1, 'deep'],
    [
      'paragraph',
      undefined,
      'See [here](https://example.org/a) or **there**, m<sup>2</sup>, H<sub>2</sub>O.',
    ],
  ])
  expect(blocks.slice(2, 4).map(({ text }) => text)).toEqual(['1. first', '  - deep'])
})

test('tables keep their merged cells, and tables in cells are text of the cell', async () => {
  const row = (definition: string, content: string): string =>
    String.raw`\trowd${definition}\pard\intbl ${content}\row`
  const inner = String.raw`\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}{\nonesttables\par}`
  const { blocks } = await parseRich(
    [
      row(String.raw`\clmgf\cellx1\clmrg\cellx2`, String.raw`wide\cell\cell`),
      row(String.raw`\clvmgf\cellx1\cellx2`, String.raw`tall\cell one\par two\cell`),
      row(String.raw`\clvmrg\cellx1\cellx2`, String.raw`\cell ${inner}\pard\intbl\itap1\cell`),
      String.raw`\pard after\par`,
    ].join(''),
  )

  expect(blocks[0]?.rows).toEqual([
    ['wide', ''],
    ['tall', 'one\ntwo'],
    ['', 'x y'],
  ])
  expect(blocks[0]?.spans).toEqual([
    { row: 0, column: 0, rows: 1, columns: 2 },
    { row: 1, column: 0, rows: 2, columns: 1 },
  ])
  expect(blocks[1]?.text).toBe('after')
})

test('notes, text boxes, pictures, objects, headers and footers are read once', async () => {
  const note = String.raw`{\super\chftn}{\footnote\pard\plain {\chftn} From sheep.}`
  const picture = String.raw`{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A lamb}}}\pngblip 89504e47}}{\nonshppict{\pict 0102}}`
  const box = String.raw`{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt\pard In a box\par}}{\shprslt\par again}}`
  const object = String.raw`{\object\objemb{\*\objclass Excel.Sheet}{\*\objdata 0105}{\result Sum 42}}`
  const edges = String.raw`{\headerl\pard Report\par}{\headerr\pard Report\par}{\footer\pard Page\par}`

  const { blocks } = await parseRich(String.raw`${edges}\pard Wool${note} ${object}${box}${picture}\par`)
  expect(blocks.map(({ type, text, markdown }) => [type, markdown ?? text])).toEqual([
    ['paragraph', 'Report'],
    ['paragraph', 'Wool[^1] Sum 42'],
    ['paragraph', 'In a box'],
    ['image', 'A lamb'],
    ['note', 'From sheep.'],
    ['paragraph', 'Page'],
  ])

  const body = await parseRich(String.raw`${edges}\pard Wool\par`, true)
  expect(textOf(body)).toBe('Wool')
  expect(missingWords(body, null)).toBeNull()
})

test('files of control words, braces or deep groups alone are read to their end', async () => {
  const deep = await parseRich('{'.repeat(9000) + 'x')
  expect(textOf(deep)).toBe('x')
  await expect(parseRich('{'.repeat(20_000))).rejects.toMatchObject({ reason: 'too_complex' })
  expect(textOf(await parseRich(`${String.raw`\constructor\toString\b`.repeat(5000)} x`))).toBe('x')
  expect(textOf(await parseRich(`}}}} y ${String.raw`\bin99999999 z`}`))).toBe('y')
})

async function textOfRtf(content: string): Promise<string> {
  return textOf(await parseRich(content))
}

async function parseRich(content: string, removeHeaders = false): Promise<ParsedDocument> {
  return await parseDirect(Buffer.from(`{\\rtf1${content}}`, 'latin1'), { removeHeaders })
}
