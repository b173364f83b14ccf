import { isUtf8 } from 'node:buffer'
import { CFB } from '@e965/xlsx'
import { z } from 'zod'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { toCorrupt } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { decompressRtf } from './compressed-rtf.ts'
import { mailDocument, type Mailbox } from './mail-document.ts'

/** A message of Outlook: its properties are streams of a compound file, named by their numbers ([MS-OXMSG]). */
export async function parseMsg(input: ParserInput): Promise<ParsedDocument> {
  const { bytes, options } = input
  const message = readMessage(bytes)
  const sender = { name: message.text('0C1A'), address: message.text('5D01') || atOf(message.text('0C1F')) }
  const recipients = message.folders('__recip_version1.0_').map(recipient => ({
    kind: recipient.number('0C15'),
    name: recipient.text('3001'),
    address: recipient.text('39FE') || atOf(recipient.text('3003')),
  }))
  const of = (...kinds: readonly number[]): Mailbox[] => recipients.filter(({ kind }) => kinds.includes(kind))
  const to = of(0, toRecipient)
  const [text, html] = [message.text('1000'), message.text('1013')]
  const rtf = message.bytes('1009')
  const mail = {
    from: sender.name + sender.address === '' ? [] : [sender],
    to: to.length > 0 ? to : displayed(message.text('0E04')),
    cc: of(ccRecipient),
    subject: message.text('0037'),
    date: message.date('0039') || message.date('0E06'),
    text: text + html === '' && rtf !== null ? await rtfText(rtf, input) : text,
    html,
    attachments: message
      .folders('__attach_version1.0_')
      .map(attachment => attachment.text('3707') || attachment.text('3704') || attachment.text('3001'))
      .filter(name => name !== ''),
  }
  return mailDocument('msg', mail, { onlyMainContent: options.removeHeaders, engine: 'sextant' })
}

async function rtfText(rtf: Buffer, input: ParserInput): Promise<string> {
  const { parseRtf } = await import('#lib/documents/rich-text/parse-rtf.ts')
  const { blocks } = await parseRtf({ ...input, kind: 'rtf', bytes: decompressRtf(rtf) })
  return blocks.map(block => block.text).join('\n\n')
}

const toRecipient = 1
const ccRecipient = 2

function displayed(names: string): Mailbox[] {
  return names === '' ? [] : [{ name: names, address: '' }]
}

/** Addresses inside an organization are paths of its directory. */
function atOf(address: string): string {
  return address.includes('@') && !address.startsWith('/') ? address : ''
}

/** The properties of a message, a recipient or an attachment. */
interface Properties {
  /** Empty if absent. */
  text(tag: string): string
  bytes(tag: string): Buffer | null
  number(tag: string): number
  /** ISO 8601; empty if absent. */
  date(tag: string): string
  /** Those of the folders whose name begins so. */
  folders(name: string): Properties[]
}

const compoundSchema = z.object({
  FullPaths: z.array(z.string()),
  FileIndex: z.array(z.object({ content: z.unknown().optional() })),
})

/** @throws ApiError `corrupt` */
function readMessage(bytes: Buffer): Properties {
  try {
    const { FullPaths: paths, FileIndex: entries } = compoundSchema.parse(CFB.read(bytes, { type: 'buffer' }))
    const streams = new Map(
      paths.map((path, at) => [path.replace(/^[^/]*\//, ''), toBytes(entries[at]?.content)]),
    )
    return properties(streams, '', codepageOf(streams))
  } catch (error) {
    throw toCorrupt(error)
  }
}

function toBytes(content: unknown): Buffer {
  if (Buffer.isBuffer(content)) return content
  return content instanceof Uint8Array || Array.isArray(content) ? Buffer.from(content) : Buffer.alloc(0)
}

const unicodeText = '001F'
const ansiText = '001E'
const binary = '0102'
const propertyStream = '__properties_version1.0'
const messageHeaderBytes = 32
// That of a recipient or an attachment.
const partHeaderBytes = 8

function properties(streams: ReadonlyMap<string, Buffer>, folder: string, codepage: number): Properties {
  const stream = (tag: string, type: string): Buffer | undefined =>
    streams.get(`${folder}__substg1.0_${tag}${type}`)
  const fixed = (tag: string): Buffer | null =>
    findFixed(
      streams.get(`${folder}${propertyStream}`),
      tag,
      folder === '' ? messageHeaderBytes : partHeaderBytes,
    )
  return {
    text: tag => {
      const unicode = stream(tag, unicodeText)
      if (unicode !== undefined) return withoutEnd(unicode.toString('utf16le'))
      const ansi = stream(tag, ansiText) ?? stream(tag, binary)
      return ansi === undefined ? '' : withoutEnd(decode(ansi, codepage))
    },
    bytes: tag => stream(tag, binary) ?? null,
    number: tag => fixed(tag)?.readInt32LE(0) ?? 0,
    date: tag => toDate(fixed(tag)),
    folders: name =>
      [...streams.keys()]
        .filter(path => path.startsWith(folder + name) && /^[^/]*\/$/.test(path.slice(folder.length)))
        .map(path => properties(streams, path, codepage)),
  }
}

function withoutEnd(text: string): string {
  return text.replace(/\0+$/, '')
}

const entryBytes = 16

/** The eight bytes of a property that is no stream; its entries follow a header. */
function findFixed(stream: Buffer | undefined, tag: string, headerBytes: number): Buffer | null {
  if (stream === undefined) return null
  const id = Number.parseInt(tag, 16)
  for (let at = headerBytes; at + entryBytes <= stream.length; at += entryBytes) {
    if (stream.readUInt16LE(at + 2) === id) return stream.subarray(at + 8, at + entryBytes)
  }
  return null
}

const ticksPerMs = 10_000n
const msFrom1601 = 11_644_473_600_000n

function toDate(value: Buffer | null): string {
  if (value === null) return ''
  const date = new Date(Number(value.readBigUInt64LE(0) / ticksPerMs - msFrom1601))
  return Number.isNaN(date.getTime()) || date.getTime() <= 0 ? '' : date.toISOString()
}

function codepageOf(streams: ReadonlyMap<string, Buffer>): number {
  const find = (tag: string): Buffer | null => findFixed(streams.get(propertyStream), tag, messageHeaderBytes)
  return (find('3FFD') ?? find('3FDE'))?.readInt32LE(0) ?? 1252
}

const charsets: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  20866: 'koi8-r',
  20932: 'euc-jp',
  50220: 'iso-2022-jp',
  51949: 'euc-kr',
  54936: 'gb18030',
}

function decode(bytes: Buffer, codepage: number): string {
  const latin = codepage > 28_590 && codepage < 28_606 ? `iso-8859-${codepage - 28_590}` : null
  const windows = codepage >= 1250 && codepage <= 1258 ? `windows-${codepage}` : null
  // Programs store UTF-8 under other code pages, most often for HTML.
  const charset = isUtf8(bytes) ? 'utf-8' : (charsets[codepage] ?? latin ?? windows ?? 'windows-1252')
  return new TextDecoder(charset).decode(bytes)
}
