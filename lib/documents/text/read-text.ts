import type { ParsedDocument } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { decodeText } from './charset.ts'

/** The file as text, with warnings. */
export function readText({ bytes, options }: Pick<ParserInput, 'bytes' | 'options'>): {
  readonly text: string
  readonly about: Pick<ParsedDocument, 'charset' | 'warnings'>
} {
  const { text, charset, guessed } = decodeText(bytes, options.charset)
  const message = `Decoded as ${charset} (detected). If characters are wrong, send \`charset\`.`
  return { text, about: { charset, warnings: guessed ? [{ code: 'charset_guessed', message }] : [] } }
}
