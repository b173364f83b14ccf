import { cleanText } from './clean-text.ts'
import type { Extraction, ExtractionJob } from './extraction.ts'
import { fenceCode } from './fence-code.ts'
import { toPre } from './to-pre.ts'

/** JSON, XML and text are what they are: there is nothing to leave out. Megabytes of them take a moment all the same. */
export function extractPlain({ kind, text: given, options: { formats } }: ExtractionJob): Extraction {
  const text = cleanText(given)
  return {
    ...(formats.includes('markdown') && {
      markdown: kind === 'json' ? fenceCode(text, 'json').trim() : text,
    }),
    ...(formats.includes('text') && { text }),
    ...(formats.includes('html') && { html: toPre(text) }),
    ...(formats.includes('links') && { links: [] }),
    metadata: { title: '', description: '', language: '' },
    needsScripts: false,
    notes: [],
  }
}
