'use client'
import { PreviewCard } from '@base-ui/react/preview-card'
import { sourceHost } from '#lib/client/search/source-host.ts'
import { SourceExcerpt } from './source-excerpt.tsx'
import { useTurn } from './turn-context.ts'

const style =
  'mx-px inline-flex min-h-5 min-w-5 items-center justify-center rounded bg-sunken px-1 align-baseline text-xs leading-5 text-accent no-underline hover:underline data-marked:bg-accent data-marked:text-on-accent'

/** `[n]` of an answer: a link to its source, with a card that shows what the source says. */
export function CiteMark({ number }: { number: number }) {
  const { sources, source } = useTurn()
  const cited = sources[number - 1]
  if (cited === undefined) return <span>[{number}]</span>
  const { title, url } = cited.metadata
  const name = `Source ${number}: ${title}${url === '' ? '' : `, ${sourceHost(url)}`}`
  const marked = source === number || undefined
  if (url === '')
    return (
      <span role="img" aria-label={name} data-tip={title} data-marked={marked} className={style}>
        {number}
      </span>
    )
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={name}
        data-marked={marked}
        className={style}
      >
        {number}
      </PreviewCard.Trigger>
      <PreviewCard.Portal>
        <PreviewCard.Positioner sideOffset={6} className="z-50">
          <PreviewCard.Popup className="pop w-[min(22rem,calc(100vw-16px))] p-3 text-sm">
            <SourceExcerpt source={cited} number={number} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}
