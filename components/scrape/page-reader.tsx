'use client'
import { useMemo } from 'react'
import { ReaderTabs } from '#components/playground/reader-tabs.tsx'
import { type PageContent, readPage } from '#lib/client/scrape/read-page.ts'
import type { Run } from '#lib/client/run.ts'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
import { formatCount } from '#lib/client/format.ts'
import { PageHead } from './page-head.tsx'
import { PageView } from './page-view.tsx'
import { pageViews, type PageViewName } from '#lib/client/scrape/page-views.ts'
import { useScrape, useScrapeStore } from './scrape-context.ts'

/** A page in each of its forms. */
export function PageReader({ row, run, place }: { row: ScrapeRow; run: Run; place: number }) {
  const page = useMemo(() => readPage(run), [run])
  const store = useScrapeStore()
  const chosen = useScrape().view
  if (page === null) return null
  const views = pageViews.filter(view => view.name !== 'screenshot' || page.screenshot !== null)
  const view = views.find(({ name }) => name === chosen)?.name ?? firstView(page)
  return (
    <article aria-label="Page" className="flex h-full min-h-0 flex-col">
      <PageHead row={row} run={run} page={page} view={view} />
      <ReaderTabs
        label="Forms of the page"
        choices={views.map(({ name, label }) => ({
          value: name,
          label:
            name === 'links' && page.links !== null ? `${label} ${formatCount(page.links.length)}` : label,
        }))}
        value={view}
        onChange={next => store.update(state => ({ ...state, view: next }))}
      >
        <PageView view={view} row={row} page={page} place={place} />
      </ReaderTabs>
    </article>
  )
}

/** The first form that is there. */
function firstView(page: PageContent): PageViewName {
  if (page.markdown !== null) return 'markdown'
  if (page.text !== null) return 'text'
  if (page.html !== null) return 'html'
  if (page.links !== null) return 'links'
  if (page.screenshot !== null) return 'screenshot'
  return page.rawHtml === null ? 'metadata' : 'raw'
}
