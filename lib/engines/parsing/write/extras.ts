import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentImage, ParsedDocument, ParseWarning } from '#lib/engines/parsing/blocks.ts'
import type { ParseOptions } from '#lib/engines/parsing/options.ts'
import type { Member } from './json-members.ts'

/**
 * What flags and kinds add to an answer of every mode.
 * @param folder with the images whose bytes were asked for
 */
export function* extras(
  document: ParsedDocument,
  options: ParseOptions,
  folder: string,
  warnings: readonly ParseWarning[],
): Generator<Member> {
  const { fields, images, ocr, segments, removed = [] } = document
  if (fields !== undefined)
    yield ['fields', Object.fromEntries(fields.map(({ name, value }) => [name, value]))]
  if (images !== undefined) yield ['images', images.map(image => toImage(image, folder))]
  if (options.enableOcr) {
    yield ['ocr', { pages: ocr?.pages ?? [], mean_confidence: ocr?.meanConfidence ?? null }]
  }
  if (segments !== undefined) yield ['segments', segments]
  if (options.removeHeaders) yield ['removed', [...new Set(removed.map(({ text }) => text))]]
  if (warnings.length > 0) yield ['warnings', warnings]
}

function toImage({ page, index, mime, width, height, file }: DocumentImage, folder: string): object {
  const image = { page, index, mime, width, height }
  if (file === undefined) return image
  return { ...image, data: `data:${mime};base64,${readFileSync(join(folder, file), 'base64')}` }
}
