import PostalMime, { type Address, type Email } from 'postal-mime'
import { BlockList } from '#lib/documents/block-list.ts'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { toCorrupt } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { addHtml } from './add-html.ts'
import { flattened } from './parse-html.ts'
import { toParagraphs } from './parse-text.ts'

const nestingMax = 64

/** An email: sender, recipients, subject and date, then its text, and the names of its attachments. */
export async function parseEml({ bytes, options }: ParserInput): Promise<ParsedDocument> {
  const email = await readEmail(bytes)
  const list = new BlockList()
  list.add({ type: 'paragraph', text: headLines(email).join('\n') })
  const structured = addBody(list, email, options.removeHeaders)
  const names = email.attachments.map(attachment => attachment.filename ?? attachment.mimeType)
  if (names.length > 0) list.add({ type: 'paragraph', text: `Attachments: ${names.join(', ')}` })
  return singlePage('eml', list.blocks, structured ? {} : { warnings: [flattened] }, 'postal-mime')
}

async function readEmail(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: nestingMax })
  } catch (error) {
    throw toCorrupt(error)
  }
}

function headLines({ from, to, cc, subject, date }: Email): string[] {
  const lines: readonly (readonly [string, string])[] = [
    ['From', addresses(from === undefined ? [] : [from])],
    ['To', addresses(to ?? [])],
    ['Cc', addresses(cc ?? [])],
    ['Subject', subject ?? ''],
    ['Date', date ?? ''],
  ]
  return lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${oneLine(value)}`)
}

function addresses(list: readonly Address[]): string {
  return list
    .flatMap(each => each.group ?? [each])
    .map(({ name, address }) =>
      name === '' || name === address ? (address ?? '') : `${name} <${address ?? ''}>`,
    )
    .join(', ')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function addBody(list: BlockList, { text, html }: Email, onlyMainContent: boolean): boolean {
  if (text !== undefined && text.trim() !== '') {
    for (const block of toParagraphs(text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', ''))) list.add(block)
    return true
  }
  return html === undefined || addHtml(list, html, { onlyMainContent })
}
