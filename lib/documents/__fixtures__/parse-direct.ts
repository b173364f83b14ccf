import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { parseLimits } from '#lib/documents/limits.ts'
import type { ParseOptions } from '#lib/documents/options.ts'
import type { ChildTools } from '#lib/documents/parser.ts'
import { testOptions } from './test-options.ts'
import { parsers, readKind } from '#lib/documents/pool/extract-file.ts'



const noTools: ChildTools = {
  run: () => Promise.reject(new Error('There are no programs in this test.')),
  transcribe: () => Promise.reject(new Error('There is no speech engine in this test.')),
  expectOcrPages: () => undefined,
  spoil: () => undefined,
}

/** What a parser makes of a file, without a child around it: for files that are known to be harmless. */
export async function parseDirect(
  bytes: Buffer,
  given: Partial<ParseOptions> = {},
  engine: 'first' | 'second' = 'first',
): Promise<ParsedDocument> {
  const options = { ...testOptions, ...given }
  const programs = { tesseract: false, ffmpeg: false, soffice: false }
  const job = { folder: '/nowhere', options, limits: parseLimits, programs, engine } as const
  const { kind, archive } = await readKind(bytes, job)
  const parse = await parsers[kind]()
  return await parse({ ...job, kind, archive, bytes, tools: noTools })
}

/** Its text, blocks divided by newlines. */
export function textOf({ blocks }: ParsedDocument): string {
  return blocks.map(block => block.text).join('\n')
}
