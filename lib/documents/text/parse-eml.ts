import PostalMime, { type Address, type Email } from 'postal-mime'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { toCorrupt } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
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
  } = await readEmail(bytes)
  const names = attachments.map(attachment => attachment.filename ?? attachment.mimeType)
  const mail = {
    from: mailboxes(from === undefined ? [] : [from]),
    to: mailboxes(to),
    cc: mailboxes(cc),
    subject,
    date,
    text,
    html,
    attachments: names,
  }
  return mailDocument('eml', mail, { onlyMainContent: options.removeHeaders, engine: 'postal-mime' })
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
