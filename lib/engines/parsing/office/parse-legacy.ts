import type { ParsedDocument } from '#lib/engines/parsing/blocks.ts'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'

export async function parseLegacy(input: ParserInput): Promise<ParsedDocument> {
  throw parseError('kind', `of kind ${input.kind} is not read yet.`)
}
