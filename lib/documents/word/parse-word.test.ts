import { describe, expect, test, vi } from 'vitest'
import { makeChart, makeDocx, wordChart, wordParagraph } from '#lib/documents/__fixtures__/make-office.ts'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'
import { toMarkdown } from '#lib/documents/write/to-markdown.ts'

// On a busy machine, forking and loading are slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const cell = (text: string): string => `<w:tc>${wordParagraph(text)}</w:tc>`

test('headings, paragraphs and tables of a Word document are read in order', async () => {
  const table = `<w:tbl><w:tr>${cell('Name')}${cell('Sum')}</w:tr><w:tr>${cell('Wool')}${cell('7')}</w:tr></w:tbl>`

  const { kind, blocks } = await parseDirect(
    makeDocx(
      wordParagraph('Llamas', 'Heading1') +
        wordParagraph('They have wool.') +
        table +
        wordParagraph('The end.'),
    ),
  )

  expect(kind).toBe('docx')
  expect(blocks.map(({ type, text }) => [type, text])).toEqual([
    ['heading', 'Llamas'],
    ['paragraph', 'They have wool.'],
    ['table', 'Name\tSum\nWool\t7'],
    ['paragraph', 'The end.'],
  ])
  expect(blocks[1]?.headings).toEqual(['Llamas'])
  expect(blocks[2]?.rows).toEqual([
    ['Name', 'Sum'],
    ['Wool', '7'],
  ])
})

test('inserted words are included, deleted words and comments are not', async () => {
  const body = `<w:p><w:r><w:t xml:space="preserve">One </w:t></w:r><w:ins><w:r><w:t xml:space="preserve">two </w:t></w:r></w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>three</w:t></w:r></w:p>`

  expect(textOf(await parseDirect(makeDocx(body)))).toBe('One two three')
})

test('a footnote follows its paragraph', async () => {
  const notes =
    '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="1"><w:p><w:r><w:t>Said at the foot.</w:t></w:r></w:p></w:footnote></w:footnotes>'
  const body =
    '<w:p><w:r><w:t>Said above</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>' +
    wordParagraph('Said below')

  const { blocks } = await parseDirect(
    makeDocx(body, { more: [{ name: 'word/footnotes.xml', data: notes }] }),
  )

  expect(blocks.map(({ type, text }) => [type, text])).toEqual([
    ['paragraph', 'Said above'],
    ['note', 'Said at the foot.'],
    ['paragraph', 'Said below'],
  ])
  expect(blocks.map(toMarkdown)).toEqual(['Said above[^1]', '[^1]: Said at the foot.', 'Said below'])
})

test('a footer with only a page number is left out', async () => {
  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footer" Target="footer1.xml"/></Relationships>'
  const footer = (text: string) => [
    { name: 'word/_rels/document.xml.rels', data: relations },
    {
      name: 'word/footer1.xml',
      data: `<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${wordParagraph(text)}</w:ftr>`,
    },
  ]
  const read = async (text: string): Promise<string> =>
    textOf(await parseDirect(makeDocx(wordParagraph('Wool'), { more: footer(text) })))

  expect(await read('– 2 –')).toBe('Wool')
  expect(await read('Chapter 2')).toBe('Wool\nChapter 2')
})

test('footnotes that refer to each other end', async () => {
  const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
  const note = (id: number, next: number): string =>
    `<w:footnote w:id="${id}"><w:p><w:r><w:t>Note ${id}</w:t></w:r>${reference(next)}${reference(next)}</w:p></w:footnote>`
  const notes = Array.from({ length: 40 }, (_, at) => note(at, at + 1)).join('')
  const body = `<w:p><w:r><w:t>Said</w:t></w:r>${reference(0)}</w:p>`
  const read = async (footnotes: string): Promise<string> =>
    textOf(await parseDirect(makeDocx(body, { more: [wordPart('footnotes', footnotes)] })))
  expect(await read(note(0, 0))).toBe('Said\nNote 0')
  expect(await read(notes)).toBe(['Said', ...Array.from({ length: 40 }, (_, at) => `Note ${at}`)].join('\n'))
})

test('a part that many references name is read once', async () => {
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="page.html"/></Relationships>`
  const docx = makeDocx('<w:altChunk r:id="rId1"/>'.repeat(100), {
    more: [
      { name: 'word/_rels/document.xml.rels', data: relations },
      { name: 'word/page.html', data: '<p>Wool</p>' },
    ],
  })
  expect(textOf(await parseDirect(docx))).toBe('Wool')
})

test('a table that would have millions of blank cells is refused', async () => {
  const wide = `<w:tr>${'<w:tc/>'.repeat(5000)}</w:tr>`
  const docx = makeDocx(`<w:tbl>${wide}${`<w:tr>${cell('x')}</w:tr>`.repeat(500)}</w:tbl>`)
  await expect(parseDirect(docx)).rejects.toMatchObject({ reason: 'too_complex' })
})

test('cells that claim to span thousands of columns do not fill the memory', async () => {
  const spanning = '<w:tc><w:tcPr><w:gridSpan w:val="1000"/></w:tcPr></w:tc>'.repeat(300)
  const { blocks } = await parseDirect(makeDocx(`<w:tbl><w:tr>${spanning}${cell('x')}</w:tr></w:tbl>`))
  expect(blocks[0]?.rows?.[0]?.length).toBeLessThan(2000)
})

test('bold words are marked in Markdown only', async () => {
  const body = `<w:p><w:r><w:t xml:space="preserve">Very </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>important</w:t></w:r></w:p>`

  expect((await parseDirect(makeDocx(body))).blocks[0]).toMatchObject({
    text: 'Very important',
    markdown: 'Very **important**',
  })
})

test('the days of a chart of a Word document are dates', async () => {
  const { paragraph, parts } = wordChart(
    makeChart({ categoryFormat: 'm/d/yy', series: [{ name: 'Sum', points: { 45292: '1' } }] }),
  )

  const { blocks } = await parseDirect(makeDocx(wordParagraph('Prices') + paragraph, { more: parts }))

  expect(blocks.map(block => block.text)).toEqual(['Prices', 'Chart', '\tSum\n2024-01-01\t1'])
})

test('series with different categories have a row per point', async () => {
  const { paragraph, parts } = wordChart(
    makeChart({
      series: [
        { name: 'A', points: { left: '1' } },
        { name: 'B', points: { right: '2' } },
      ],
    }),
  )

  const { blocks } = await parseDirect(makeDocx(wordParagraph('Points') + paragraph, { more: parts }))

  expect(blocks.at(-1)?.rows?.slice(1)).toEqual([
    ['A', 'left', '1', ''],
    ['B', 'right', '2', ''],
  ])
})

test('content controls and legacy form fields are fields of the document', async () => {
  const control = (properties: string, text: string): string =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${wordParagraph(text)}</w:sdtContent></w:sdt>`
  const legacy = `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="city"/><w:textInput/></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMTEXT</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Cuzco</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
  const body =
    control('<w:alias w:val="Full name"/><w:tag w:val="name"/><w:text/>', 'Ann Example') +
    control('<w:alias w:val="Agreed"/><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', '☒') +
    control(
      '<w:tag w:val="size"/><w:dropDownList><w:listItem w:displayText="Large" w:value="l"/><w:listItem w:displayText="Small" w:value="s"/></w:dropDownList>',
      'Large',
    ) +
    control('<w:alias w:val="Empty"/><w:showingPlcHdr/><w:text/>', 'Click here') +
    legacy

  const { fields } = await parseDirect(makeDocx(body))

  expect(fields?.map(({ name, label, type, value }) => [name, label, type, value])).toEqual([
    ['name', 'Full name', 'text', 'Ann Example'],
    ['Agreed', 'Agreed', 'checkbox', true],
    ['size', 'size', 'choice', 'Large'],
    ['Empty', 'Empty', 'text', ''],
    ['city', 'city', 'text', 'Cuzco'],
  ])
})

test('a page header appears once, and not at all when headers are removed', async () => {
  const header =
    '<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>Top of each page</w:t></w:r></w:p></w:hdr>'
  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/></Relationships>'
  const docx = makeDocx(
    `${wordParagraph('Body')}<w:sectPr><w:headerReference w:type="default" r:id="rId9"/></w:sectPr>`,
    {
      more: [
        { name: 'word/header1.xml', data: header },
        { name: 'word/_rels/document.xml.rels', data: relations },
      ],
    },
  )

  expect(textOf(await parseDirect(docx)).match(/Top of each page/g)).toHaveLength(1)
  expect(textOf(await parseDirect(docx, { removeHeaders: true }))).toBe('Body')
})

test('underlined, deleted, raised, lowered and wholly italic words are marked in Markdown', async () => {
  const run = (properties: string, text: string): string =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
  const body = `<w:p>${run('', 'Very ')}${run('<w:u w:val="single"/>', 'warm')}${run('', ' and ')}${run('<w:strike/>', 'dry')}</w:p><w:p>${run('<w:i/>', 'Soft wool')}</w:p><w:p>${run('', 'H')}${run('<w:vertAlign w:val="subscript"/>', '2')}${run('', 'O, x')}${run('<w:vertAlign w:val="superscript"/>', '2')}</w:p>`

  const { blocks } = await parseDirect(makeDocx(body))

  expect(blocks.map(({ markdown }) => markdown)).toEqual([
    'Very <u>warm</u> and ~~dry~~',
    '*Soft wool*',
    'H<sub>2</sub>O, x<sup>2</sup>',
  ])
})

test('ruby, symbols and hyphens that never break are text', async () => {
  const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`
  const body = `<w:p><w:r><w:ruby><w:rubyPr/><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r><w:r><w:t xml:space="preserve"> A</w:t><w:noBreakHyphen/><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>`

  expect(textOf(await parseDirect(makeDocx(body)))).toBe('漢字(かんじ) A-α✓')
})

const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const numbered = (text: string, depth: number, list = 1): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const wordPart = (name: string, content: string) => ({
  name: `word/${name}.xml`,
  data: `<w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:${name}>`,
})

test('the numbers of headings are text, in the format of their level', async () => {
  const numbering = wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', '%1.', '<w:pStyle w:val="H1"/>')}${level(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  )
  const style = (id: string, name: string): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
  const styles = wordPart('styles', style('H1', 'heading 1') + style('H2', 'heading 2'))
  const body =
    wordParagraph('Wool', 'H1') +
    wordParagraph('Soft', 'H2') +
    wordParagraph('Warm', 'H2') +
    wordParagraph('Milk', 'H1')

  const { blocks } = await parseDirect(makeDocx(body, { more: [numbering, styles] }))

  expect(blocks.map(({ type, level: at, text }) => [type, at, text])).toEqual([
    ['heading', 1, 'I. Wool'],
    ['heading', 2, 'I.1 Soft'],
    ['heading', 2, 'I.2 Warm'],
    ['heading', 1, 'II. Milk'],
  ])
})

test('items of lists keep their numbers, and a list that starts again does', async () => {
  const numbering = wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'bullet', 'o')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
  )
  const body =
    numbered('one', 0) +
    numbered('a', 1) +
    numbered('b', 1) +
    numbered('two', 0) +
    numbered('dot', 0, 2) +
    numbered('again', 0, 3)

  const document = await parseDirect(makeDocx(body, { more: [numbering] }))

  expect(textOf(document)).toBe('1. one\n  a) a\n  b) b\n2. two\n- dot\n1. again')
})

test('merged cells are in their first position, and lists stay in their cell', async () => {
  const numbering = wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'bullet', 'o')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  )
  const merged = (properties: string, content: string): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
  const table = `<w:tbl><w:tr>${merged('<w:gridSpan w:val="2"/>', wordParagraph('wide'))}${merged('<w:vMerge w:val="restart"/>', numbered('tall', 0) + numbered('thin', 0))}</w:tr><w:tr>${cell('a')}${cell('b')}${merged('<w:vMerge/>', wordParagraph(''))}</w:tr></w:tbl>`

  const { blocks } = await parseDirect(makeDocx(table, { more: [numbering] }))

  expect(blocks[0]?.rows).toEqual([
    ['wide', '', '- tall\n- thin'],
    ['a', 'b', ''],
  ])
  expect(blocks[0]?.spans).toEqual([
    { row: 0, column: 0, rows: 1, columns: 2 },
    { row: 0, column: 2, rows: 2, columns: 1 },
  ])
})

test('a text box is read once, after its paragraph', async () => {
  const box = `<w:txbxContent>${wordParagraph('In the box')}</w:txbxContent>`
  const body = `<w:p><w:r><w:t>Outside</w:t></w:r><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps"><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`

  expect(textOf(await parseDirect(makeDocx(body)))).toBe('Outside\nIn the box')
})

test('a document with other namespace prefixes is read', async () => {
  const data = `<x:document xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:body><x:p><x:r><x:t>Wool</x:t></x:r></x:p></x:body></x:document>`

  expect(textOf(await parseDirect(makeDocx('', { document: data })))).toBe('Wool')
})

test('a document whose main part was cut is not read as if it was complete', async () => {
  const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${wordParagraph('One')}`

  const read = parseDirect(makeDocx('', { document })).then(({ warnings }) =>
    warnings.map(({ code }) => code),
  )

  expect(await read.catch((error: unknown) => error)).not.toEqual([])
})

test('a list level outside of the nine of Word is no list', async () => {
  const numbering = wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${level(1e9, 'decimal', '%1.')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  )
  expect(textOf(await parseDirect(makeDocx(numbered('Wool', 1e9), { more: [numbering] })))).toBe('Wool')
})

test('a long label is not repeated in full for each item', async () => {
  const numbering = wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.'.repeat(10_000))}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  )
  const { blocks } = await parseDirect(makeDocx(numbered('Wool', 0), { more: [numbering] }))
  expect(blocks[0]?.text.length).toBeLessThan(1000)
})

test('a long field instruction is read once, not for each run of its result', async () => {
  const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const instruction = `<w:r><w:instrText>${' '.repeat(2_000_000)}HYPERLINK "https://example.com/"</w:instrText></w:r>`
  const result = '<w:r><w:t>x</w:t></w:r>'.repeat(20_000)
  const body = `<w:p>${field('begin')}${instruction}${field('separate')}${result}${field('end')}</w:p>`
  const { blocks } = await parseDirect(makeDocx(body))
  expect(blocks[0]?.markdown).toBe(`[${'x'.repeat(20_000)}](https://example.com/)`)
})

test('spaces in an alternative text are read in one pass', async () => {
  const picture = `<w:drawing><wp:docPr xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" descr="a${' '.repeat(500_000)}b"/></w:drawing>`
  expect(textOf(await parseDirect(makeDocx(`<w:p><w:r>${picture}</w:r></w:p>`)))).toBe('a b')
})

test('a chart that is nested too deeply is refused, and its names are joined in one pass', async () => {
  const read = async (series: string): Promise<string> => {
    const { paragraph, parts } = wordChart(
      `<c:chartSpace xmlns:c="c"><c:ser><c:tx>${series}</c:tx></c:ser></c:chartSpace>`,
    )
    return textOf(await parseDirect(makeDocx(paragraph, { more: parts })))
  }
  await expect(read('<c:a>'.repeat(100_000))).rejects.toMatchObject({ reason: 'too_complex' })
  expect(await read('<c:v>a</c:v>'.repeat(300_000))).toContain('a a')
})

test('text and addresses of a document cannot add tags or links to its Markdown', async () => {
  const target = 'https://a.example/) [x](javascript:alert(1)'
  const relations = `<Relationships><Relationship Id="rId1" Type="x/hyperlink" Target="${target}" TargetMode="External"/></Relationships>`
  const run = (text: string, bold = ''): string => `<w:r><w:rPr>${bold}</w:rPr><w:t>${text}</w:t></w:r>`
  const body = `<w:p><w:hyperlink r:id="rId1">${run('link')}</w:hyperlink>${run('bold', '<w:b/>')}${run('&lt;img src=x&gt; [y](javascript:alert(2))')}</w:p>`
  const { blocks } = await parseDirect(
    makeDocx(body, { more: [{ name: 'word/_rels/document.xml.rels', data: relations }] }),
  )
  expect(blocks[0]?.markdown).toBe(
    '[link](https://a.example/\\)%20[x]\\(javascript:alert\\(1\\))**bold**\\<img src=x> [y\\](javascript:alert(2))',
  )
})

describe('formulas', () => {
  const run = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`
  const of = (name: string, parts: Readonly<Record<string, string>>): string =>
    `<m:${name}>${Object.entries(parts)
      .map(([part, inner]) => `<m:${part}>${inner}</m:${part}>`)
      .join('')}</m:${name}>`
  const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'

  test.each([
    [
      'a fraction and a root',
      of('f', { num: run('x'), den: run('y') }) + run('=') + of('rad', { deg: '', e: run('b') }),
      'x/y=√b',
      '\\frac{x}{y}=\\sqrt{b}',
    ],
    [
      'a sum with limits',
      of('nary', { naryPr: '<m:chr m:val="∑"/>', sub: run('i=1'), sup: run('n'), e: run('i') }),
      '∑_(i=1)^n i',
      '\\sum_{i=1}^n i',
    ],
    ['a power of ten', of('sSup', { e: run('10'), sup: run('12') }), '10^12', '10^{12}'],
    [
      'a function and a set',
      of('func', { fName: run('sin'), e: run('α') }) +
        of('d', { dPr: '<m:begChr m:val="{"/><m:endChr m:val="}"/>', e: run('1') }),
      'sinα{1}',
      '\\sin α\\{1\\}',
    ],
    [
      'a matrix',
      `<m:m><m:mr><m:e>${run('a')}</m:e><m:e>${run('b')}</m:e></m:mr><m:mr><m:e>${run('c')}</m:e><m:e>${run('d')}</m:e></m:mr></m:m>`,
      '[a b; c d]',
      '\\begin{matrix}a & b \\\\ c & d\\end{matrix}',
    ],
  ])('%s is one line of text, and TeX in Markdown', async (_, formula, text, tex) => {
    const body = `<w:p><w:r><w:t xml:space="preserve">So </w:t></w:r><m:oMath ${math}>${formula}</m:oMath></w:p>`

    const { blocks } = await parseDirect(makeDocx(body))

    expect(blocks).toMatchObject([{ text: `So ${text}`, markdown: `So $${tex}$` }])
  })
})

describe('documents in other formats that are part of it', () => {
  const around = (name: string, data: string | Buffer): Buffer =>
    makeDocx(`${wordParagraph('before')}<w:altChunk r:id="rId1"/>${wordParagraph('after')}`, {
      more: [
        {
          name: 'word/_rels/document.xml.rels',
          data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="${name}"/></Relationships>`,
        },
        { name: `word/${name}`, data },
      ],
    })
  const mht =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><p>Soft=20wool</p></body></html>\r\n--b--\r\n'

  test.each<[string, string | Buffer]>([
    ['chunk.rtf', String.raw`{\rtf1\ansi Soft wool\par}`],
    ['chunk.mht', mht],
    ['chunk.docx', makeDocx(wordParagraph('Soft wool'))],
    ['chunk.html', '<p>Soft wool</p>'],
    ['chunk.dat', '<!DOCTYPE html><html><body>Soft wool</body></html>'],
    ['chunk.txt', 'Soft wool'],
  ])('%s is read in place', async (name, data) => {
    const document = await parseDirect(around(name, data))

    expect(textOf(document)).toBe('before\nSoft wool\nafter')
    expect(document.warnings).toEqual([])
  })

  test('one that is damaged is left out with a warning', async () => {
    const document = await parseDirect(around('chunk.docx', makeDocx('').subarray(0, 200)))

    expect(textOf(document)).toBe('before\nafter')
    expect(document.warnings).toEqual([expect.objectContaining({ code: 'text_missing' })])
  })

  test('a document in a document in a document ends there', async () => {
    const inner = around('chunk.docx', makeDocx(wordParagraph('deep')))

    expect(textOf(await parseDirect(around('chunk.docx', inner)))).toBe('before\nbefore\nafter\nafter')
  })
})

test('items of a task list have their boxes', async () => {
  const level = (number: number, text: string): string =>
    `<w:abstractNum w:abstractNumId="${number}"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum>`
  const list = (number: number): string =>
    `<w:num w:numId="${number}"><w:abstractNumId w:val="${number}"/></w:num>`
  const item = (number: number, text: string): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${number}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const docx = makeDocx(item(1, 'Shear') + item(2, 'Feed') + item(3, 'Rest'), {
    more: [
      wordPart('numbering', level(1, '☐') + level(2, '☒') + level(3, '•') + list(1) + list(2) + list(3)),
    ],
  })

  const { blocks } = await parseDirect(docx)

  expect(blocks.map(toMarkdown)).toEqual(['- [ ] Shear', '- [x] Feed', '- Rest'])
})
