import type { Block, ParsedDocument } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { readText } from './read-text.ts'

/** Plain text: its paragraphs, separated by empty lines. */
export async function parseText(input: ParserInput): Promise<ParsedDocument> {
  const { text, about } = readText(input)
  return singlePage('text', toParagraphs(text), about)
}

/** Splits a text at empty lines; lines within a paragraph stay. */
export function toParagraphs(text: string, headings: readonly string[] = []): Block[] {
  return text
    .split(/\n(?:[^\S\n]*\n)+/)
    .map(paragraph => paragraph.replace(/^\n+/, '').trimEnd())
    .filter(paragraph => paragraph.trim() !== '')
    .map(paragraph => ({ type: 'paragraph', text: paragraph, headings, origin: 'text' }))
}
