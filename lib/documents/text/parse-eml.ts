import PostalMime, { type Address, type Email } from 'postal-mime'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { toCorrupt } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { charsetByMark, charsetByZeros, decodeText } from './charset.ts'
import { mailDocument, type Mailbox } from './mail-document.ts'

const nestingMax = 64

/** An email as it was sent. */
export async function parseEml({ bytes, options }: ParserInput): Promise<ParsedDocument> {
  const {
    from,
    to = [],
    cc = [],
    subject = '',
    date = '',
    text = '',
    html = '',
    attachments,
  } = await readEmail(toUtf8(bytes))
  const names = attachments.map(attachment => attachment.filename ?? attachment.mimeType)
  const mail = {
    from: mailboxes(from === undefined ? [] : [from]),
    to: mailboxes(to),
    cc: mailboxes(cc),
    subject,
    date,
    text: inByteOrder(text),
    html: inByteOrder(html),
    attachments: names,
  }
  return mailDocument('eml', mail, { onlyMainContent: options.removeHeaders, engine: 'postal-mime' })
}

const sampleBytes = 65_536
const markBytes = 3

/** A mail that was saved as UTF-16, or with a byte order mark, as the bytes of a mail. */
function toUtf8(bytes: Buffer): Buffer {
  const charset = charsetByMark(bytes) ?? charsetByZeros(bytes.subarray(0, sampleBytes))
  if (charset === null) return bytes
  if (charset === 'utf-8') return bytes.subarray(markBytes)
  const { text } = decodeText(bytes, null)
  const isAscii = !/[^\0-\u007f]/.test(text)
  // Letters were decoded when the mail was saved, whatever its parts declare.
  return Buffer.from(isAscii ? text : text.replaceAll(/\bcharset=[^;\s]{1,60}/gi, 'charset=utf-8'))
}

/** `TextDecoder` reads UTF-16 without an order as little-endian. */
function inByteOrder(text: string): string {
  if (!text.startsWith('\ufffe')) return text
  return Buffer.from(text.slice(1), 'utf16le').swap16().toString('utf16le')
}

async function readEmail(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: nestingMax })
  } catch (error) {
    throw toCorrupt(error)
  }
}

function mailboxes(list: readonly Address[]): Mailbox[] {
  return list
    .flatMap(each => each.group ?? [each])
    .map(({ name, address }) => ({ name, address: address ?? '' }))
}
