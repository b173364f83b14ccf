import { formatScore } from '#lib/client/rerank/format-score.ts'

/** A score as a bar and a number; the row says it in words. */
export function ScoreBar({ score, scoreMax }: { score: number | null; scoreMax: number }) {
  const share = score === null || scoreMax === 0 ? 0 : Math.min(1, Math.max(0, score / scoreMax))
  return (
    <span aria-hidden className="flex h-5 items-center gap-1.5 @lg:order-last">
      <span className="h-1.5 min-w-4 flex-1 rounded-sm bg-line">
        <span className="block h-full rounded-sm bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="min-w-10 text-right font-mono text-xs whitespace-nowrap">
        {formatScore(score, scoreMax)}
      </span>
    </span>
  )
}
