'use client'
import { WordDiff } from '#components/playground/word-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { formatCount, formatShare } from '#lib/client/format.ts'
import { readPage, summarisePage } from '#lib/client/scrape/read-page.ts'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
import { ErrorCard } from '#components/playground/error-card.tsx'
import { useScrapeStore } from './scrape-context.ts'

// Comparing takes time with the square of what differs.
const comparedLengthMax = 400_000

/** The whole page beside what was kept of it: what cleaning took out, and what that saves. */
export function CleaningView({ row, place, kept }: { row: ScrapeRow; place: number; kept: string }) {
  const store = useScrapeStore()
  const { whole, run } = row
  const read = () => store.readWhole(place)
  if (whole?.state === 'running') return <p className="text-muted">Reading the whole page …</p>
  if (whole?.failure) return <ErrorCard run={whole} onRetry={read} />
  const text = (whole?.state === 'done' ? readPage(whole)?.markdown : null) ?? null
  if (whole === null || text === null) {
    return (
      <div className="flex max-w-[64ch] flex-col items-start gap-2 text-muted">
        <p>
          Reads the page once more with nothing left out, and marks what is missing in the text above: menus,
          footers, banners, and what your selectors took out.
        </p>
        <Button onClick={read}>Read the whole page</Button>
      </div>
    )
  }
  const before = summarisePage(whole)?.tokens ?? null
  const after = run === null ? null : (summarisePage(run)?.tokens ?? null)
  const tooLong = text.length + kept.length > comparedLengthMax
  return (
    <div className="flex max-w-[84ch] flex-col gap-3">
      <p role="status">
        Whole page <b className="font-medium">{formatCount(before)}</b> tokens · kept{' '}
        <b className="font-medium">{formatCount(after)}</b>
        {before !== null && after !== null && after < before && (
          <> · {formatShare((before - after) / before)} taken out</>
        )}
      </p>
      {tooLong ? (
        <p className="text-muted">
          The two texts together are longer than {formatCount(comparedLengthMax)} characters: comparing them
          word by word would take minutes.
        </p>
      ) : (
        <div dir="auto" className="text-base break-words whitespace-pre-wrap">
          <WordDiff
            before={text}
            after={kept}
            whenEmpty="Both are empty."
            whenSame="Nothing was taken out."
          />
        </div>
      )}
    </div>
  )
}
