import { expect, test } from 'vitest'
import { makeMsg } from '#lib/documents/__fixtures__/make-msg.ts'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'

const person = (kind: bigint, name: string, address: string) => ({
  streams: { '3001001F': name, '39FE001F': address },
  numbers: { '0C150003': kind },
})

test('a message of Outlook has the lines of an email, its text and the names of its attachments', async () => {
  const message = makeMsg({
    streams: {
      '0037001F': 'Llamas',
      '0C1A001F': 'Anné',
      '5D01001F': 'ann@example.com',
      '1000001F': 'They ate\r\nthe café.\0',
    },
    // Ticks of 100 ns since 1601.
    numbers: { '00390040': 133_485_408_000_000_000n },
    recipients: [person(1n, 'Bob', 'bob@example.com'), person(2n, 'Cy', 'cy@example.com')],
    attachments: [{ streams: { '3707001F': 'bill.pdf' } }],
  })

  const document = await parseDirect(message)

  expect(document.kind).toBe('msg')
  expect(textOf(document)).toBe(
    'From: Anné <ann@example.com>\nTo: Bob <bob@example.com>\nCc: Cy <cy@example.com>\nSubject: Llamas\nDate: 2024-01-01T00:00:00.000Z\nThey ate\nthe café.\nAttachments: bill.pdf',
  )
})

test('strings of older messages are read in their code page', async () => {
  const message = makeMsg({
    streams: {
      '0037001E': Buffer.from('cf f0 e8 e2 e5 f2'.replaceAll(' ', ''), 'hex'),
      '1000001E': Buffer.from('x'),
    },
    numbers: { '3FFD0003': 1251n },
  })

  expect(textOf(await parseDirect(message))).toBe('Subject: Привет\nx')
})

test('a message without text is read from its HTML', async () => {
  const html = '<h1>Wool</h1><table><tr><th>Kind</th></tr><tr><td>soft</td></tr></table>'
  const message = makeMsg({ streams: { '0037001F': 'S', '10130102': Buffer.from(html) } })

  expect((await parseDirect(message)).blocks.map(({ type, text }) => [type, text])).toEqual([
    ['paragraph', 'Subject: S'],
    ['heading', 'Wool'],
    ['table', 'Kind\nsoft'],
  ])
})

test('a truncated message is damaged', async () => {
  const message = makeMsg({ streams: { '0037001F': 'Llamas' } })

  await expect(parseDirect(message.subarray(0, 600))).rejects.toMatchObject({ reason: 'kind' })
})

test('a message whose body is only compressed RTF has its text', async () => {
  const rtf = Buffer.from(String.raw`{\rtf1\ansi\ansicpg1252 Caf\'e9 first\par and \b then\b0  more\par}`)
  const header = Buffer.alloc(16)
  header.writeUInt32LE(rtf.length, 4)
  header.write('MELA', 8)
  const message = makeMsg({
    streams: { '0037001F': 'Llamas', '10090102': Buffer.concat([header, rtf]) },
  })

  expect(textOf(await parseDirect(message))).toBe('Subject: Llamas\nCafé first\nand then more')
})
