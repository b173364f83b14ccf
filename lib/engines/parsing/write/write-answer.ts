import { writeFile } from 'node:fs/promises'
import type { ParsedDocument } from '#lib/engines/parsing/blocks.ts'
import type { ParseOptions, Written } from '#lib/engines/parsing/options.ts'

/** Writes the finished response body. */
export async function writeAnswer(
  document: ParsedDocument,
  _options: ParseOptions,
  bodyPath: string,
): Promise<Written> {
  const content = document.blocks.map(block => block.text).join('\n\n')
  await writeFile(bodyPath, JSON.stringify({ status: true, content, type: document.kind, error: '' }))
  return { tokens: 0, chunks: 0 }
}
