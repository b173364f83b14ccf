import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ParsedDocument } from './blocks.ts'
import { bodyFile, type ChildDone, copyFile, type ParseJob, uploadFile } from './child-messages.ts'
import { checkTextSize } from './check-text-size.ts'
import { readKind } from './kind.ts'
import { parseError } from './parse-error.ts'
import type { ChildTools, Parser } from './parser.ts'
import { parsers } from './parsers.ts'
import { removeRunningBlocks } from './running-blocks.ts'
import { writeAnswer } from './write/write-answer.ts'
import { writeCopy } from './write/write-copy.ts'

/**
 * Reads the upload in the child's folder and writes the finished body beside it.
 * @throws ApiError with a `reason`
 */
export async function extractFile(
  job: ParseJob,
  tools: ChildTools,
): Promise<Omit<ChildDone, 'type' | 'spoiled'>> {
  const bytes = await readFile(path.join(job.folder, uploadFile))
  if (bytes.length === 0) throw parseError('empty', 'is empty.')
  const { kind, archive } = await readKind(bytes, job)
  const parse = job.options.imagesOnly && kind !== 'image' ? await imageParser() : await parsers[kind]()
  const parsed = await parse({ ...job, kind, archive, bytes, tools })
  const document: ParsedDocument = withoutRunning(parsed, job)
  checkTextSize(document, job.limits)
  const { tokens, chunks } = await writeAnswer(document, job.options, path.join(job.folder, bodyFile))
  if (job.options.copy) await writeCopy(document, bytes, path.join(job.folder, copyFile))
  return {
    kind: document.kind,
    pages: document.pages,
    ocrPages: document.ocr?.pages.length ?? 0,
    audioSeconds: document.seconds ?? 0,
    tokens,
    chunks,
  }
}

/** Parsers that know lines and their places have done it themselves. */
function withoutRunning(document: ParsedDocument, { options }: ParseJob): ParsedDocument {
  return options.removeHeaders && document.removed === undefined ? removeRunningBlocks(document) : document
}

async function imageParser(): Promise<Parser> {
  return (await import('./images/parse-images.ts')).parseImages
}
