import { sourceLetter } from '#components/search/model/source-host.ts'

/**
 * Placeholder for a site's icon: fetching it would reveal to the site, or a third party, what the user reads.
 */
export function LetterTile({ url, title }: { url: string; title: string }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-5 shrink-0 items-center justify-center rounded border border-line bg-sunken text-xs font-medium text-muted"
    >
      {sourceLetter(url, title)}
    </span>
  )
}
