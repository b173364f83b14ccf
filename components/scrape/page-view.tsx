'use client'

import { OwnHostContext } from '#components/playground/markdown/own-host-context.ts'
import { readLinkHost } from '#components/playground/markdown/link-host.ts'
import { type PageContent, summarisePage, readPage } from './model/read-page.ts'
import type { ScrapeRow } from './model/scrape-row.ts'
import { LongText } from '#components/playground/run/long-text.tsx'
import { MarkdownText } from '#components/playground/run/markdown-text.tsx'
import { pageViews, type PageViewName } from './model/page-views.ts'
import { lazy, Suspense, useState, useMemo } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import type { ScrapeFormat } from '#lib/contracts/api/scrape.ts'
import { useScrape, useScrapeStore, useScrapeContext } from './scrape-context.ts'
import { formatBytes, formatCount, formatCountOf, formatShare } from '#lib/client/format.ts'
import type { JsonObject } from '#lib/client/json-value.ts'
import { WordDiff } from '#components/playground/run/word-diff.tsx'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { SendToMenu } from '#components/playground/handoff/send-to-menu.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { filterLinks } from './model/filter-links.ts'
import { isWebAddress } from '#lib/client/web-address.ts'
import { writeAddresses } from './model/scrape-state.ts'
import { toggleLinks } from './model/toggle-links.ts'
import { ExternalLink } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { useRows } from '#components/ui/data/use-rows.ts'

export interface PageViewProps {
  view: PageViewName
  row: ScrapeRow
  page: PageContent
  index: number
}

/** One format of a page, or an offer to request it. */
export function PageView(props: PageViewProps) {
  const { view, page, index } = props
  const format = pageViews.find(({ name }) => name === view)?.format ?? null
  if (format !== null && page[format] === null) return <NotAsked format={format} index={index} />
  return <Form {...props} />
}

function Form({ view, row, page, index }: PageViewProps) {
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
      return <CleaningView row={row} index={index} kept={page.markdown ?? ''} />
    case 'screenshot':
      return (
        // oxlint-disable-next-line nextjs/no-img-element -- inline bytes, nothing to optimize
        <img
          src={page.screenshot ?? ''}
          alt="Screenshot of the page"
          className="max-w-full border border-line"
        />
      )
  }
}

/** Final URL of the page, after its redirects. */
function addressOf({ address, run }: ScrapeRow): string {
  return (run && summarisePage(run)?.address) ?? address
}

function Empty() {
  return <p className="text-muted">The page has no content in this format.</p>
}

const CodeBlock = lazy(() =>
  import('#components/playground/markdown/code-block.tsx').then(module => ({ default: module.CodeBlock })),
)

// Highlighting longer text would take noticeably long.
const colouredLengthMax = 60_000

/** HTML as source code: highlighted when short enough, never rendered. */
function SourceText({ text }: { text: string }) {
  if (text.length > colouredLengthMax) return <LongText text={text} />
  return (
    <Suspense fallback={<LongText text={text} />}>
      <CodeBlock language="html" code={text} />
    </Suspense>
  )
}

// The API's default formats.
const formatsDefault: readonly string[] = ['markdown']

/** A format that was not requested, and a retry with it. */
function NotAsked({ format, index }: { format: ScrapeFormat; index: number }) {
  const store = useScrapeStore()
  const { body } = useScrape()
  const set = fieldAt(body, 'params.formats')
  const formats = Array.isArray(set) ? set : formatsDefault
  const readWith = () => {
    const wanted = formats.includes(format) ? formats : [...formats, format]
    store.update(state => ({ ...state, body: withFieldAt(state.body, 'params.formats', wanted) }))
    store.retry(index, { asSet: true })
  }
  return (
    <div className="flex flex-col items-start gap-2 text-muted">
      <p>
        Not requested: <code>{format}</code>.
      </p>
      <Button onClick={readWith}>Retry with {format}</Button>
    </div>
  )
}

/** The metadata of a page, name by name. */
function MetadataView({ metadata }: { metadata: JsonObject }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Metadata</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(metadata).map(([name, value]) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="w-40 py-1.5 pr-3 font-normal break-words text-muted">
              {name.slice(0, 200)}
            </th>
            <td className="py-1.5 break-words">
              <Value text={typeof value === 'string' ? value : JSON.stringify(value)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const lengthMax = 1000

function Value({ text }: { text: string }) {
  const [all, setAll] = useState(false)
  if (all || text.length <= lengthMax)
    return text === '' ? <span className="text-muted">–</span> : <bdi>{text}</bdi>
  return (
    <>
      <bdi>{text.slice(0, lengthMax)}…</bdi>{' '}
      <Button variant="link" className="text-xs" onClick={() => setAll(true)}>
        Show all {formatBytes(text.length)}
      </Button>
    </>
  )
}

// The cost of a comparison grows with the square of the differences.
const comparedLengthMax = 400_000

/** The whole page compared with the extracted content: what was removed, and the tokens saved. */
function CleaningView({ row, index, kept }: { row: ScrapeRow; index: number; kept: string }) {
  const store = useScrapeStore()
  const { whole, run } = row
  const read = () => store.readWhole(index)
  if (whole?.state === 'running') return <p className="text-muted">Reading the whole page…</p>
  if (whole?.failure) return <ErrorCard run={whole} onRetry={read} />
  const text = (whole?.state === 'done' ? readPage(whole)?.markdown : null) ?? null
  if (whole === null || text === null) {
    return (
      <div className="flex max-w-[64ch] flex-col items-start gap-2 text-muted">
        <p>
          Reads the page again without filters and highlights what is missing in the extracted text: menus,
          footers, banners, and everything your selectors removed.
        </p>
        <Button onClick={read}>Read whole page</Button>
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
          <> · {formatShare((before - after) / before)} removed</>
        )}
      </p>
      {tooLong ? (
        <p className="text-muted">
          The two texts together exceed the limit of {formatCount(comparedLengthMax)} characters for a word
          diff.
        </p>
      ) : (
        <div dir="auto" className="text-base break-words whitespace-pre-wrap">
          <WordDiff before={text} after={kept} whenEmpty="Both are empty" whenSame="Nothing was removed" />
        </div>
      )}
    </div>
  )
}

/** The links of a page: filter, select, and add to the next batch. */
function LinksView({ links, runId }: { links: readonly string[]; runId: string | null }) {
  const { store, playground } = useScrapeContext()
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(() => filterLinks(links, search), [links, search])
  const readable = useMemo(() => found.filter(isWebAddress), [found])
  const allSelected = readable.length > 0 && readable.every(link => selected.has(link))
  const add = () =>
    store.update(state =>
      writeAddresses(state, [state.text.trimEnd(), ...selected].filter(line => line !== '').join('\n')),
    )
  const chosen = links.filter(link => selected.has(link))
  return (
    <div className="flex h-full min-h-40 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label="Filter links"
          placeholder="Filter"
          className="w-auto min-w-36 flex-1 max-sm:basis-full"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        <span className="text-xs text-muted" role="status">
          {found.length < links.length && `${formatCount(found.length)} of `}
          {formatCountOf(links.length, 'link')}
          {selected.size > 0 && ` · ${formatCount(selected.size)} selected`}
        </span>
        <Button
          variant="plain"
          disabled={readable.length === 0}
          focusableWhenDisabled
          onClick={() => setSelected(toggleLinks(selected, readable))}
        >
          {allSelected ? 'Deselect all' : 'Select all'}
        </Button>
        {playground === 'scrape' && (
          <Button disabled={selected.size === 0} focusableWhenDisabled onClick={add}>
            Add to URLs
          </Button>
        )}
        <SendToMenu
          from={playground}
          kind="links"
          label="Send links to"
          compact={playground === 'scrape'}
          disabled={selected.size === 0}
          content={() => ({
            items: chosen.map(url => ({ text: url, url })),
            query: null,
            runId: playground === 'scrape' ? runId : null,
          })}
        />
      </div>
      <LinkList
        links={found}
        selected={selected}
        onToggle={link => setSelected(toggleLinks(selected, [link]))}
      />
      {found.length === 0 && (
        <p className="text-muted">{links.length === 0 ? 'No links on this page' : 'No matching links'}</p>
      )}
    </div>
  )
}

const rowPixels = 30

/** Links with checkboxes, virtualized. */
function LinkList({
  links,
  selected,
  onToggle,
}: {
  links: readonly string[]
  selected: ReadonlySet<string>
  onToggle: (link: string) => void
}) {
  const { scroller, items, totalPixels, active, setActive, onKeyDown } = useRows(links.length, rowPixels)
  return (
    <div
      ref={scroller}
      className={classNames(
        'scroll min-h-0 flex-1 rounded-md border border-line',
        links.length === 0 && 'hidden',
      )}
    >
      <ul aria-label="Links" className="relative" style={{ height: totalPixels }}>
        {items.map(({ index, start }) => {
          const link = links[index] ?? ''
          const web = isWebAddress(link)
          return (
            <li
              key={link}
              aria-setsize={links.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 flex items-center gap-2 border-b border-line px-2"
              style={{ top: start, height: rowPixels }}
            >
              <label className="flex min-w-0 flex-1 items-center gap-2">
                <input
                  type="checkbox"
                  data-place={index}
                  tabIndex={index === active ? 0 : -1}
                  checked={selected.has(link)}
                  // Focusable for arrow-key navigation.
                  aria-disabled={!web}
                  onChange={() => web && onToggle(link)}
                  onFocus={() => setActive(index)}
                  onKeyDown={onKeyDown}
                  className="size-4 shrink-0 accent-accent"
                />
                <bdi dir="ltr" className="truncate">
                  {link.slice(0, 500)}
                </bdi>
              </label>
              {web && (
                <a
                  href={link}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  tabIndex={index === active ? 0 : -1}
                  aria-label={`Open ${link.slice(0, 200)} in a new tab`}
                  className="grid size-6 shrink-0 place-items-center rounded text-muted hover:text-text"
                >
                  <ExternalLink size={14} aria-hidden />
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
