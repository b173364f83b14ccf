import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { ParsedDocument } from '#lib/engines/parsing/blocks.ts'
import { byPage } from './by-page.ts'
import { render } from './render.ts'
import { toMarkdown } from './to-markdown.ts'

const partCharsMax = 64 * 1024

/**
 * Writes a document's pages as Markdown, for whoever keeps it: a line of JSON with the hash of the file, then one for
 * each part of a page. Pages without text are left out.
 */
export async function writeCopy(document: ParsedDocument, bytes: Uint8Array, path: string): Promise<void> {
  await writeFile(path, lines(document, bytes))
}

function* lines(document: ParsedDocument, bytes: Uint8Array): Generator<string> {
  yield `${JSON.stringify({ sha256: createHash('sha256').update(bytes).digest('hex') })}\n`
  for (const [index, blocks] of byPage(document).entries()) {
    const { content } = render(blocks, toMarkdown)
    for (const part of cut(content)) yield `${JSON.stringify({ page: index + 1, content: part })}\n`
  }
}

function* cut(content: string): Generator<string> {
  for (let from = 0, to = 0; from < content.length; from = to) {
    to = Math.min(content.length, from + partCharsMax)
    // Half a character would be written as another one.
    if (to < content.length && /[\uD800-\uDBFF]/.test(content.charAt(to - 1))) to--
    yield content.slice(from, to)
  }
}
