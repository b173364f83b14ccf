import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { parseLimits } from '#lib/documents/limits.ts'
import type { ParseOptions } from '#lib/documents/options.ts'
import type { ChildTools } from '#lib/documents/parser.ts'
import { testOptions } from './test-options.ts'
import { parsers, readKind } from '#lib/documents/pool/extract-file.ts'



const noTools: ChildTools = {
  run: () => Promise.reject(new Error('This test has no programs.')),
  transcribe: () => Promise.reject(new Error('This test has no speech engine.')),
  report: () => undefined,
  expectOcrPages: () => undefined,
  spoil: () => undefined,
}

/** Runs a parser without a child process: for files that are known to be harmless. */
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

/** Its text, blocks separated by newlines. */
export function textOf({ blocks }: ParsedDocument): string {
  return blocks.map(block => block.text).join('\n')
}
