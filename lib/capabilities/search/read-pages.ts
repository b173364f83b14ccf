import type { Call } from '#lib/capabilities/call.ts'
import { ApiError } from '#lib/errors.ts'
import { bestPassages } from './best-passages.ts'
import type { Candidate } from './candidate.ts'
import { headingsOf, toPlainText } from './plain-text.ts'
import type { SearchParts } from './search-parts.ts'
import type { SearchRun } from './search-run.ts'

const pagesMax = 3
const totalMs = 8000
const keptCharsMax = 4000

export interface PagesRead {
  readonly candidates: readonly Candidate[]
  readonly note: string
}

/** The best pages in the place of their snippets; a page that cannot be read in time keeps its snippet. */
export async function readPages(
  candidates: readonly Candidate[],
  query: string,
  call: Call,
  parts: SearchParts,
  run: SearchRun,
): Promise<PagesRead> {
  const chosen = new Set(candidates.filter(({ readable }) => readable).slice(0, pagesMax))
  if (chosen.size === 0) return { candidates, note: 'There was no page to read.' }
  const read = await run.outside(
    Promise.all(
      candidates.map(async candidate =>
        chosen.has(candidate) ? await readWhole(candidate, query, call, parts, run) : candidate,
      ),
    ),
  )
  const done = read.filter((candidate, at) => candidate !== candidates[at]).length
  return { candidates: read, note: `${done} of ${chosen.size} pages read.` }
}

async function readWhole(
  candidate: Candidate,
  query: string,
  call: Call,
  parts: SearchParts,
  run: SearchRun,
): Promise<Candidate> {
  try {
    const { markdown } = await parts.readPage(candidate.url, totalMs, call)
    const passages = bestPassages(query, toPlainText(markdown), keptCharsMax)
    // A consent page, or the shell of an application, says less than the snippet.
    if (passages.length < candidate.text.length) return candidate
    return { ...candidate, text: passages, headings: headingsOf(markdown) }
  } catch (error) {
    run.signal.throwIfAborted()
    if (error instanceof ApiError) return candidate
    throw error
  }
}
