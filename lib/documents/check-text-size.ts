import type { ParsedDocument } from './blocks.ts'
import type { ParseLimits } from './limits.ts'
import { parseError } from './parse-error.ts'

/** @throws ApiError `too_much_text`: a truncated response would look complete */
export function checkTextSize({ blocks }: Pick<ParsedDocument, 'blocks'>, { textBytes }: ParseLimits): void {
  let bytes = 0
  for (const { text } of blocks) {
    bytes += Buffer.byteLength(text)
    if (bytes > textBytes) throw tooMuchText(textBytes)
  }
}

/** The error itself, for parsers that detect it before they have blocks. */
export function tooMuchText(textBytes: number): Error {
  const megabytes = Math.round(textBytes / 1024 / 1024)
  return parseError('too_much_text', `has more than ${megabytes} MiB of text. Split it into smaller files.`)
}
