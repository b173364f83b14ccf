import { sourceLetter } from '#components/search/model/source-host.ts'

/** Stands for the picture of a site: fetching that would tell the site, or a third party, what is read here. */
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
