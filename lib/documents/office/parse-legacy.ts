import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openArchive } from '#lib/documents/archive.ts'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { uploadFile } from '#lib/documents/pool/child-messages.ts'
import { toCorrupt } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { parseWord } from '#lib/documents/word/parse-word.ts'
import { parseOffice } from './parse-office.ts'

/** A Word 97 or PowerPoint 97 file, converted by LibreOffice to the current format. */
export async function parseLegacy(input: ParserInput): Promise<ParsedDocument> {
  const { kind, folder, tools, limits } = input
  const format = kind === 'ppt' ? 'pptx' : 'docx'
  const bytes = await convert(tools, path.join(folder, `${uploadFile}.${format}`), format)
  const archive = await openArchive(bytes, limits)
  const parse = format === 'pptx' ? parseOffice : parseWord
  return { ...(await parse({ ...input, kind: format, bytes, archive })), kind }
}

async function convert(tools: ParserInput['tools'], output: string, format: string): Promise<Buffer> {
  try {
    await tools.run({ tool: 'soffice', file: uploadFile, format })
    return await readFile(output)
  } catch (error) {
    throw toCorrupt(error)
  }
}
