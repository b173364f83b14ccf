import { CFB } from '@e965/xlsx'
import type { Archive } from '#lib/documents/archive.ts'
import type { ParseWarning } from '#lib/documents/blocks.ts'

const contentPart = 'content.xml'
const repeatedRow = /(<table:table-row\b[^>]*\btable:number-rows-repeated=")(\d{5,})("[^>]*>)/g
const namelessTable = /<table:table(?=[\s/>])(?![^>]*\btable:name=)/g
const rowEnd = '</table:table-row>'

/**
 * An OpenDocument workbook as SheetJS can read it: without rows that repeat 10,000 times or more, which fill a sheet to
 * its end and would each be stored, and with a name for each table, because those without one replace each other.
 * @returns the workbook, and a warning if such a row has text
 */
export function toReadableWorkbook(
  bytes: Buffer,
  archive: Archive | null,
): { readonly bytes: Buffer; readonly warnings: readonly ParseWarning[] } {
  if (archive?.has(contentPart) !== true) return { bytes, warnings: [] }
  const stored = archive.read(contentPart).toString()
  const xml = withoutLinkedData(stored)
  let withText = 0
  const shorter = xml.replaceAll(
    repeatedRow,
    (_row: string, before: string, _count: string, after: string, at: number) => {
      const end = xml.indexOf(rowEnd, at)
      if (!after.endsWith('/>') && end !== -1 && xml.slice(at, end).includes('<text:p')) withText += 1
      return `${before}1${after}`
    },
  )
  let nameless = 0
  const named = shorter.replaceAll(namelessTable, tag => `${tag} table:name="Sheet${++nameless}"`)
  if (named === stored) return { bytes, warnings: [] }
  const rewritten = replaceParts(bytes, new Map([[contentPart, named]]))
  return rewritten === null
    ? { bytes, warnings: [] }
    : { bytes: rewritten, warnings: withText > 0 ? [foldedWarning] : [] }
}

/** The same ZIP with other contents of some parts. */
export function replaceParts(bytes: Buffer, parts: ReadonlyMap<string, string>): Buffer | null {
  const container = CFB.read(bytes, { type: 'buffer' })
  for (const [name, content] of parts) CFB.utils.cfb_add(container, `/${name}`, Buffer.from(content))
  const rewritten: unknown = CFB.write(container, { type: 'buffer', fileType: 'zip' })
  return Buffer.isBuffer(rewritten) ? rewritten : null
}

const linkedDataStart = '<table:dde-links'
const linkedDataEnd = '</table:dde-links>'

/** Values of other programs that cells refer to are stored as tables, but are no sheets. */
function withoutLinkedData(xml: string): string {
  const start = xml.indexOf(linkedDataStart)
  const end = start === -1 ? -1 : xml.indexOf(linkedDataEnd, start)
  return end === -1 ? xml : xml.slice(0, start) + xml.slice(end + linkedDataEnd.length)
}

const foldedWarning: ParseWarning = {
  code: 'text_missing',
  message: 'A row that repeats 10,000 times or more is shown once.',
}
