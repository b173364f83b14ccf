'use client'
import { Tabs } from '@base-ui/react/tabs'
import { useMemo } from 'react'
import { type PageContent, readPage } from '#lib/client/scrape/read-page.ts'
import type { Run } from '#lib/client/run.ts'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
import { formatCount } from '#lib/client/format.ts'
import { PageHead } from './page-head.tsx'
import { PageView } from './page-view.tsx'
import { pageViews, type PageViewName } from '#lib/client/scrape/page-views.ts'
import { useScrape, useScrapeStore } from './scrape-context.ts'

const tabStyle =
  '-mb-px shrink-0 border-b-2 border-transparent px-2 py-1 text-xs text-muted -outline-offset-2 hover:text-text data-active:border-accent data-active:text-text'

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
      <Tabs.Root
        value={view}
        onValueChange={next => {
          const found = views.find(({ name }) => name === next)
          if (found) store.update(state => ({ ...state, view: found.name }))
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Tabs.List
          aria-label="Forms of the page"
          className="flex shrink-0 overflow-x-auto border-b border-line px-3 [scrollbar-width:none] max-sm:px-1"
        >
          {views.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name} className={tabStyle}>
              {label}
              {name === 'links' && page.links !== null && ` ${formatCount(page.links.length)}`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view} className="scroll min-h-0 flex-1 px-5 py-4 -outline-offset-2 max-sm:px-3">
          <PageView view={view} row={row} page={page} place={place} />
        </Tabs.Panel>
      </Tabs.Root>
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
