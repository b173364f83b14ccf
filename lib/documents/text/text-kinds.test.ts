import { expect, test } from 'vitest'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'

test.each([
  [',', 'a,b,c\n1,"x, y",3\n'],
  [';', 'a;b;c\n1,5;"x; y";3\n'],
  ['tab', 'a\tb\tc\n1\tx\t3\n'],
  ['|', 'a|b|c\n1|x|3\n'],
])('CSV separated by %s has three columns, and its text stays unchanged', async (_, source) => {
  const { kind, blocks } = await parseDirect(Buffer.from(source), { name: 'a.csv' })

  expect(kind).toBe('csv')
  expect(blocks[0]?.rows?.map(row => row.length)).toEqual([3, 3])
  expect(blocks[0]?.text).toBe(source.trimEnd())
})

test('a quoted CSV cell may contain quotes and newlines', async () => {
  const { blocks } = await parseDirect(Buffer.from('a,b\n"say ""hi""\nthere",2\n'), { name: 'a.csv' })

  expect(blocks[0]?.rows).toEqual([
    ['a', 'b'],
    ['say "hi"\nthere', '2'],
  ])
})

test('only visible text of a web page is read', async () => {
  const page = `<html><head><title>T</title><style>p{}</style></head><body><h1>Llamas</h1><p>Some <b>wool</b>,<br>and <a href="https://example.com/">more</a>.</p><p style="display:none">hidden</p><script>x()</script><ol start="3"><li>three<ul><li>deep</li></ul></li></ol><table><tr><th>a<th>b<tr><td>1<td>2</table><pre>code\n  here</pre></body></html>`

  const { blocks } = await parseDirect(Buffer.from(page), { name: 'page.html' })

  expect(blocks.map(({ type, text }) => [type, text])).toEqual([
    ['heading', 'Llamas'],
    ['paragraph', 'Some wool,\nand more.'],
    ['list_item', '3. three'],
    ['list_item', '  - deep'],
    ['table', 'a\tb\n1\t2'],
    ['code', 'code\n  here'],
  ])
  expect(blocks[1]?.markdown).toBe('Some **wool**,\nand [more](https://example.com/).')
})

test('headers, text and attachment names of an email are read', async () => {
  const mail = [
    'From: =?utf-8?q?Ann=C3=A9?= <ann@example.com>',
    'To: bob@example.com',
    'Subject: Llamas',
    'Date: Mon, 1 Jan 2024 10:00:00 +0000',
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'They ate the caf=E9.',
    '--B',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="bill.pdf"',
    '',
    'x',
    '--B--',
  ].join('\r\n')

  const document = await parseDirect(Buffer.from(mail), { name: 'a.eml' })

  expect(textOf(document)).toBe(
    'From: Anné <ann@example.com>\nTo: bob@example.com\nSubject: Llamas\nDate: 2024-01-01T10:00:00.000Z\nThey ate the café.\nAttachments: bill.pdf',
  )
})

const savedMail =
  'From: ann@example.com\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nThey ate the café.'

test.each([
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${savedMail}`, 'utf16le')],
  ['UTF-16 without one', Buffer.from(savedMail, 'utf16le')],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${savedMail.replace('iso-8859-1', 'utf-8')}`)],
])('an email saved as %s is read', async (_, bytes) => {
  const document = await parseDirect(bytes, { name: 'a.eml' })

  expect(textOf(document)).toBe('From: ann@example.com\nThey ate the café.')
})

test('an email with a part in big-endian UTF-16 is read', async () => {
  const part = Buffer.from('\ufeffThey ate the café.', 'utf16le').swap16().toString('base64')
  const mail = `Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64\r\n\r\n${part}`

  expect(textOf(await parseDirect(Buffer.from(mail), { name: 'a.eml' }))).toBe('They ate the café.')
})

test('Markdown keeps its source, and its structure is parsed', async () => {
  const source = '---\nauthor: me\n---\n# Llamas\n\nSome *wool*.\n\n- one\n- two\n\n```js\na\n\nb\n```\n'

  const { blocks } = await parseDirect(Buffer.from(source), { name: 'a.md' })

  expect(blocks.map(({ type, text, headings }) => [type, text, headings])).toEqual([
    ['heading', '# Llamas', []],
    ['paragraph', 'Some *wool*.', ['Llamas']],
    ['list_item', '- one', ['Llamas']],
    ['list_item', '- two', ['Llamas']],
    ['code', 'a\n\nb', ['Llamas']],
  ])
})

test('JSON and XML stay unchanged, including entities', async () => {
  const xml = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'

  expect(textOf(await parseDirect(Buffer.from(xml), { name: 'a.xml' }))).toBe(xml)
  expect(textOf(await parseDirect(Buffer.from('{"a": [1,\n2]}'), { name: 'a.json' }))).toBe('{"a": [1,\n2]}')
})

test('white space is a document without blocks', async () => {
  for (const name of ['a.txt', 'a.csv', 'a.json', 'a.md', 'a.html']) {
    expect((await parseDirect(Buffer.from(' \n\n'), { name })).blocks).toEqual([])
  }
})

test('long runs of white space are read in linear time', async () => {
  const read = async (text: string, name: string): Promise<string> =>
    textOf(await parseDirect(Buffer.from(text), { name }))
  const spaces = ' '.repeat(500_000)
  expect(await read(`a${spaces}b `, 'a.txt')).toBe(`a${spaces}b`)
  expect(await read(`<pre>a${spaces}b </pre>`, 'a.html')).toBe(`a${spaces}b`)
  expect(await read(`a,b${'\n'.repeat(500_000)}c,d\n`, 'a.csv')).toContain('c,d')
})
