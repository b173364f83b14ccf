'use client'
import { OwnHostContext } from '#components/chat/own-host-context.ts'
import { readLinkHost } from '#lib/client/chat/link-host.ts'
import { type PageContent, summarisePage } from '#lib/client/scrape/read-page.ts'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
import { CleaningView } from './cleaning-view.tsx'
import { LinksView } from './links-view.tsx'
import { LongText } from '#components/playground/long-text.tsx'
import { MarkdownText } from '#components/playground/markdown-text.tsx'
import { MetadataView } from './metadata-view.tsx'
import { NotAsked } from './not-asked.tsx'
import { pageViews, type PageViewName } from '#lib/client/scrape/page-views.ts'
import { SourceText } from './source-text.tsx'

export interface PageViewProps {
  view: PageViewName
  row: ScrapeRow
  page: PageContent
  place: number
}

/** One form of a page, or the way to it. */
export function PageView(props: PageViewProps) {
  const { view, page, place } = props
  const format = pageViews.find(({ name }) => name === view)?.format ?? null
  if (format !== null && page[format] === null) return <NotAsked format={format} place={place} />
  return <Form {...props} />
}

function Form({ view, row, page, place }: PageViewProps) {
  switch (view) {
    case 'markdown':
      if (page.markdown === '') return <Empty />
      return (
        <OwnHostContext value={readLinkHost(addressOf(row))}>
          <MarkdownText text={page.markdown ?? ''} />
        </OwnHostContext>
      )
    case 'source':
      return page.markdown === '' ? <Empty /> : <LongText text={page.markdown ?? ''} />
    case 'text':
      return page.text === '' ? <Empty /> : <LongText text={page.text ?? ''} />
    case 'html':
      return page.html === '' ? <Empty /> : <SourceText text={page.html ?? ''} />
    case 'raw':
      return page.rawHtml === '' ? <Empty /> : <SourceText text={page.rawHtml ?? ''} />
    case 'links':
      return <LinksView links={page.links ?? []} runId={row.run?.id ?? null} />
    case 'metadata':
      return <MetadataView metadata={page.metadata} />
    case 'cleaning':
      return <CleaningView row={row} place={place} kept={page.markdown ?? ''} />
    case 'screenshot':
      return (
        // oxlint-disable-next-line nextjs/no-img-element -- bytes that are here already: nothing to optimise
        <img
          src={page.screenshot ?? ''}
          alt="The page in a browser"
          className="max-w-full border border-line"
        />
      )
  }
}

/** Where the page was found in the end, after what led there. */
function addressOf({ address, run }: ScrapeRow): string {
  return (run && summarisePage(run)?.address) ?? address
}

function Empty() {
  return <p className="text-muted">The page holds nothing in this form.</p>
}
