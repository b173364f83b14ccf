import { parentPort } from 'node:worker_threads'
import type { Extraction, ExtractionJob } from './extraction.ts'
import { extractFlat, extractPage, toPre } from './extract-page.ts'
import { fenceCode } from './markdown/fence-code.ts'
import { cleanText } from './clean-text.ts'

/** `flat`: the reason to skip DOM parsing. */
export interface WorkerJob extends ExtractionJob {
  readonly flat: string | null
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly extraction: Extraction }
  | { readonly kind: 'failed'; readonly reason: string; readonly error: unknown }

parentPort?.on('message', (job: WorkerJob) => {
  try {
    report({ kind: 'done', extraction: extract(job) })
  } catch (error) {
    report({ kind: 'failed', reason: 'its structure could not be read', error })
  }
})
report({ kind: 'ready' })

function extract(job: WorkerJob): Extraction {
  if (job.kind !== 'html') return extractPlain(job)
  return job.flat === null ? extractPage(job) : extractFlat(job, job.flat)
}

function report(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}

/** JSON, XML and text have nothing to remove, but megabytes of them still take a moment. */
function extractPlain({ kind, text: given, options: { formats } }: ExtractionJob): Extraction {
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
