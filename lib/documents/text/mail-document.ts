import { BlockList } from '#lib/documents/block-list.ts'
import type { DocumentKind, ParsedDocument } from '#lib/documents/blocks.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { addHtml } from './add-html.ts'
import { flattened } from './parse-html.ts'
import { toParagraphs } from './parse-text.ts'

export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface Mail {
  readonly from: readonly Mailbox[]
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly subject: string
  /** ISO 8601; empty if unknown. */
  readonly date: string
  readonly text: string
  /** Read if there is no text. */
  readonly html: string
  /** Names of the attachments. */
  readonly attachments: readonly string[]
}

/** An email: sender, recipients, subject and date, then its text, and the names of its attachments. */
export function mailDocument(
  kind: DocumentKind,
  mail: Mail,
  { onlyMainContent, engine }: { readonly onlyMainContent: boolean; readonly engine: string },
): ParsedDocument {
  const list = new BlockList()
  list.add({ type: 'paragraph', text: headLines(mail).join('\n') })
  const structured = addBody(list, mail, onlyMainContent)
  if (mail.attachments.length > 0)
    list.add({ type: 'paragraph', text: `Attachments: ${mail.attachments.join(', ')}` })
  return singlePage(kind, list.blocks, structured ? {} : { warnings: [flattened] }, engine)
}

function headLines({ from, to, cc, subject, date }: Mail): string[] {
  const lines: readonly (readonly [string, string])[] = [
    ['From', addresses(from)],
    ['To', addresses(to)],
    ['Cc', addresses(cc)],
    ['Subject', subject],
    ['Date', date],
  ]
  return lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${oneLine(value)}`)
}

function addresses(list: readonly Mailbox[]): string {
  return list
    .map(({ name, address }) => {
      if (name === '' || name === address) return address
      return address === '' ? name : `${name} <${address}>`
    })
    .join(', ')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function addBody(list: BlockList, { text, html }: Mail, onlyMainContent: boolean): boolean {
  if (text.trim() !== '') {
    for (const block of toParagraphs(text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', ''))) list.add(block)
    return true
  }
  return html === '' || addHtml(list, html, { onlyMainContent, isPart: true })
}
