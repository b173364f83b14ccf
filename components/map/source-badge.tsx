import { classNames } from '#components/ui/class-names.ts'
import type { LinkSource } from './model/map-link.ts'

export const sourceNames: Readonly<Record<LinkSource, string>> = {
  sitemap: 'sitemap',
  page: 'start page',
  crawl: 'crawl',
}

const tips: Readonly<Record<LinkSource, string>> = {
  sitemap: 'Listed in a sitemap',
  page: 'Linked from the start page',
  crawl: 'Linked from a page below the start page',
}

/** Source of a link as a word; the underline is only a visual cue. */
export function SourceBadge({ source }: { source: LinkSource | null }) {
  if (source === null)
    return (
      <span aria-hidden className="text-muted">
        –
      </span>
    )
  return (
    <span
      data-tip={tips[source]}
      className={classNames(
        'inline-block h-4 rounded-sm border border-line bg-card px-1 text-[0.6875rem] leading-[14px] whitespace-nowrap text-muted',
        source === 'page' && 'border-b-accent',
        source === 'crawl' && 'border-b-warn',
      )}
    >
      {sourceNames[source]}
    </span>
  )
}
