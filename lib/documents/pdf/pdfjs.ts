import { getDocumentProxy } from 'unpdf'
import type { Block, ParsedDocument } from '#lib/documents/blocks.ts'
import { tooMuchText } from '#lib/documents/check-text-size.ts'
import { parseError, toCorrupt } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { checkPageCount } from './check-page-count.ts'
import { toParagraphs } from '#lib/documents/text/parse-text.ts'

type PdfjsDocument = Awaited<ReturnType<typeof getDocumentProxy>>

const message = 'The first parser failed, so a fallback was used: positions on the page are unknown.'

/**
 * The text of a PDF by pdf.js, which tolerates other defects than PDFium.
 * @throws ApiError `corrupt`, `encrypted`, `too_complex`, `too_much_text`
 */
export async function parseByPdfjs(input: ParserInput): Promise<ParsedDocument> {
  const document = await openPdfjs(input)
  const { numPages } = document
  checkPageCount({ pageCount: numPages }, input)
  const blocks: Block[] = []
  let characters = 0
  for (let page = 1; page <= numPages; page += 1) {
    const text = await pageText(document, page).catch((error: unknown) => {
      throw toCorrupt(error)
    })
    characters += text.length
    if (characters > input.limits.textBytes) throw tooMuchText(input.limits.textBytes)
    blocks.push(...toParagraphs(text).map(block => ({ ...block, page })))
  }
  await document.loadingTask.destroy()
  return {
    kind: 'pdf',
    pages: numPages,
    blocks,
    warnings: [{ code: 'engine_fallback', message }],
    readings: Array.from({ length: numPages }, (_, index) => ({
      page: index + 1,
      engine: 'pdf.js',
      origin: 'text',
    })),
  }
}

/** @throws ApiError `corrupt`, `encrypted` */
export async function openPdfjs({
  bytes,
  options,
}: Pick<ParserInput, 'bytes' | 'options'>): Promise<PdfjsDocument> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      ...(options.password !== null && { password: options.password }),
      enableXfa: true,
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw parseError('encrypted', 'is encrypted. Send its password in the form field `password`.', error)
    }
    throw parseError(
      'corrupt',
      'is damaged and cannot be read. Open it in its original application and save it again.',
      error,
    )
  }
}

async function pageText(document: PdfjsDocument, number: number): Promise<string> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  const parts = items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
  return parts.join('').replaceAll('\0', '').toWellFormed()
}
