import type { ParsedDocument } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { readText } from './read-text.ts'

/** JSON and XML stay unchanged: nothing is expanded or fetched. */
export async function parseSource(input: ParserInput): Promise<ParsedDocument> {
  const { text, about } = readText(input)
  const source = text.trimEnd()
  if (source.trim() === '') return singlePage(input.kind, [], about)
  const block = { type: 'code', text: source, language: input.kind, headings: [], origin: 'text' } as const
  return singlePage(input.kind, [block], about)
}
