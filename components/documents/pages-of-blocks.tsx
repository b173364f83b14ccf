'use client'

import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react'
import { useState, useEffect } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { type DocumentRow, mainRun } from './model/document-row.ts'
import type { PageOfBlocks } from './model/views/page-blocks.ts'
import { pageNoun } from './model/views/page-noun.ts'
import { pictureKind, type PictureKind } from './model/files/picture-kind.ts'
import { BlockList } from './block-list.tsx'
import { useDocumentsContext } from './documents-context.ts'
import { PagePicture } from './page-picture.tsx'
import { Slider } from '#components/ui/form/slider.tsx'
import { formatShare } from '#lib/client/format.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { SendMenu } from '#components/playground/handoff/send-menu.tsx'
import { useSendTo } from '#components/playground/handoff/use-send-to.ts'
import { readDataUrl } from '#components/playground/form/model/read-data-url.ts'
import { openPdf } from './open-pdf.ts'
import { classNames } from '#components/ui/class-names.ts'

/** One page at a time, next to its image if the file has one and is available. */
export function PagesOfBlocks({ pages, row }: { pages: readonly PageOfBlocks[]; row: DocumentRow }) {
  const { fileStore } = useDocumentsContext()
  const [sureness, setSureness] = useState(0.8)
  const [enlarged, setEnlarged] = useState(false)
  const { page, current, choose, pointAt, showPage } = useBlocks(pages)
  const bytes = fileStore.get(row.file.id)
  const password = fileStore.passwordOf(row.file.id)
  const kind = pictureKind(row.file)
  const shown = pages[page - 1]
  if (shown === undefined) return null
  const [noun, nouns] = pageNoun(pages.flatMap(({ blocks }) => blocks))
  const drawn = kind !== null && bytes !== null
  const recognised = pages.some(({ blocks }) => blocks.some(({ confidence }) => confidence !== null))
  return (
    <div className="flex min-h-full flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <IconButton
          label={`Previous ${noun}`}
          disabled={page === 1}
          focusableWhenDisabled
          onClick={() => showPage(page - 1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <span role="status">
          {noun.charAt(0).toUpperCase() + noun.slice(1)} {page} of {pages.length}
        </span>
        <IconButton
          label={`Next ${noun}`}
          disabled={page === pages.length}
          focusableWhenDisabled
          onClick={() => showPage(page + 1)}
        >
          <ChevronRight size={16} aria-hidden />
        </IconButton>
        {drawn && (
          <IconButton
            label="Enlarge page"
            aria-pressed={enlarged}
            onClick={() => setEnlarged(before => !before)}
          >
            <ZoomIn size={16} aria-hidden className={enlarged ? 'text-accent-text' : ''} />
          </IconButton>
        )}
        {kind !== null && bytes === null && <span>Attach the file again to see its pages.</span>}
        {drawn && (
          <SendPictures
            row={row}
            kind={kind}
            bytes={bytes}
            password={password}
            page={page}
            pageCount={pages.length}
          />
        )}
        {recognised && <ConfidenceFilter value={sureness} onChange={setSureness} />}
      </div>
      <div className="@container">
        <div className="flex flex-col gap-4 @xl:flex-row @xl:items-start">
          {noun !== 'page' && (
            <div className="max-h-[40vh] overflow-auto @xl:sticky @xl:top-0 @xl:max-h-[calc(100vh-280px)] @xl:w-2/5">
              <PageOutline pages={pages} noun={nouns} current={page} onShow={showPage} />
            </div>
          )}
          {drawn && (
            <section
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable image must be reachable by keyboard
              tabIndex={0}
              aria-label="Page image"
              className="max-h-[60vh] overflow-auto @xl:sticky @xl:top-0 @xl:max-h-[calc(100vh-280px)] @xl:w-1/2"
            >
              <PagePicture
                kind={kind}
                file={bytes}
                password={password}
                enlarged={enlarged}
                shown={shown}
                current={current}
                sureness={sureness}
                onChoose={choose}
                onPointAt={pointAt}
              />
            </section>
          )}
          <div className="min-w-0 flex-1">
            <BlockList
              shown={shown}
              current={current}
              sureness={sureness}
              onChoose={choose}
              onPointAt={pointAt}
            />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Highlights text with a confidence below this value. */
function ConfidenceFilter({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <span className="flex items-center gap-2">
      Highlight below {formatShare(value)} confidence
      <span className="w-32">
        <Slider label="Confidence threshold" min={0} max={1} step={0.05} value={value} onChange={onChange} />
      </span>
    </span>
  )
}

interface Blocks {
  /** From 1. */
  readonly page: number
  /** Id of a block on it; null: none is highlighted. */
  readonly current: number | null
  readonly choose: (id: number | null) => void
  /** Highlights the block under the pointer, without layout changes. */
  readonly pointAt: (id: number) => void
  readonly showPage: (page: number) => void
}

interface PageCursor {
  readonly page: number
  readonly current: number | null
  /** The highlighted block is scrolled into view. */
  readonly moves: boolean
}

/** The current page and highlighted block; `j` and `k` move between blocks, across pages. */
function useBlocks(pages: readonly PageOfBlocks[]): Blocks {
  const [cursor, setCursor] = useState<PageCursor>({ page: 1, current: null, moves: true })
  const page = Math.min(cursor.page, pages.length)
  const step = (by: 1 | -1) => {
    const blocks = pages[page - 1]?.blocks ?? []
    const next = cursor.current === null ? (by === 1 ? 0 : blocks.length - 1) : cursor.current + by
    if (blocks[next] !== undefined) return setCursor({ page, current: next, moves: true })
    const beyond = pages[page - 1 + by]
    if (beyond === undefined) return
    setCursor({ page: page + by, current: by === 1 ? 0 : Math.max(0, beyond.blocks.length - 1), moves: true })
  }
  useCommands([
    { id: 'next-block', label: 'Next block', section: 'View', shortcut: { key: 'j' }, run: () => step(1) },
    {
      id: 'previous-block',
      label: 'Previous block',
      section: 'View',
      shortcut: { key: 'k' },
      run: () => step(-1),
    },
  ])
  const { current: marked, moves } = cursor
  useEffect(() => {
    if (!moves) return
    // Both views of the highlighted block are scrolled into view.
    for (const element of document.querySelectorAll(`[data-block="${page}-${marked}"]`)) {
      element.scrollIntoView({ block: 'nearest' })
    }
  }, [page, marked, moves])
  return {
    page,
    current: marked,
    choose: current => setCursor({ page, current, moves: true }),
    pointAt: current => setCursor({ page, current, moves: false }),
    showPage: next => setCursor({ page: next, current: null, moves: true }),
  }
}

const picturesMax = 20

/** Sends pages as images, rendered from the local file, to a chat with image input. */
function SendPictures({
  row,
  kind,
  bytes,
  password,
  page,
  pageCount,
}: {
  row: DocumentRow
  kind: PictureKind
  bytes: File
  password: string
  page: number
  pageCount: number
}) {
  const { name } = row.file
  const runId = mainRun(row)?.id ?? null
  const all = Array.from({ length: Math.min(pageCount, picturesMax) }, (_, index) => index + 1)
  const contentOf = (pages: readonly number[]) => async () => {
    const drawn = kind === 'pdf' ? await drawPages(bytes, password, pages) : [await readDataUrl(bytes)]
    const items = drawn.map((text, at) => ({
      text,
      title: kind === 'pdf' ? `${name}, page ${pages[at]}` : name,
    }))
    return { items, query: null, runId }
  }
  const one = useSendTo({ from: 'upload', kind: 'pictures', content: contentOf([page]) })
  const many = useSendTo({ from: 'upload', kind: 'pictures', content: contentOf(all) })
  const words = pageCount > picturesMax ? `the first ${picturesMax} pages` : `all ${pageCount} pages`
  return (
    <SendMenu
      label="Send images to"
      actions={[
        ...one.map(target => ({
          label: kind === 'pdf' ? `${target.name}, page ${page}` : target.name,
          onSelect: () => void target.send(),
        })),
        ...(kind === 'pdf' && pageCount > 1 ? many : []).map(target => ({
          label: `${target.name}, ${words}`,
          onSelect: () => void target.send(),
        })),
      ]}
    />
  )
}

const widthPixels = 1240
const quality = 0.85

/**
 * Pages of a PDF as JPEG data URLs, rendered one after the other from the local file.
 * @throws Error of pdf.js
 */
async function drawPages(file: File, password: string, pages: readonly number[]): Promise<readonly string[]> {
  const pdf = await openPdf(file, password)
  const canvas = document.createElement('canvas')
  try {
    const drawn: string[] = []
    for (const page of pages) {
      await pdf.draw(canvas, { page, widthPixels }).done
      drawn.push(canvas.toDataURL('image/jpeg', quality))
    }
    return drawn
  } finally {
    await pdf.close()
  }
}

const pointsMax = 4
const pointLengthMax = 120

/** The slides or sheets of a document by title, with their first lines; one is selected. */
function PageOutline({
  pages,
  noun,
  current,
  onShow,
}: {
  pages: readonly PageOfBlocks[]
  /** Plural noun: `slides`. */
  noun: string
  current: number
  onShow: (page: number) => void
}) {
  return (
    <nav aria-label={`Outline of the ${noun}`}>
      <ol className="flex flex-col gap-1">
        {pages.map(({ page, blocks }) => {
          const title = blocks.find(({ type }) => type === 'heading') ?? blocks[0]
          const points = blocks.filter(block => block !== title && block.text.trim() !== '')
          return (
            <li key={page}>
              <button
                type="button"
                aria-current={page === current || undefined}
                onClick={() => onShow(page)}
                className={classNames(
                  'block w-full rounded-lg border border-line bg-card px-3 py-1.5 text-left',
                  page === current && 'border-accent-text',
                )}
              >
                <span className="flex gap-2">
                  <span className="shrink-0 text-muted tabular-nums">{page}</span>
                  <bdi className="min-w-0 font-medium break-words">
                    {toTitle(title?.text ?? '') || 'Untitled'}
                  </bdi>
                </span>
                {points.slice(0, pointsMax).map(({ id, type, text }) => (
                  <bdi
                    key={id}
                    className={classNames(
                      'block truncate pl-5 text-xs text-muted',
                      type === 'note' && 'italic',
                    )}
                  >
                    {text.slice(0, pointLengthMax)}
                  </bdi>
                ))}
                {points.length > pointsMax && (
                  <span className="block pl-5 text-xs text-muted">{points.length - pointsMax} more</span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** `Slide 3: Tides` → `Tides`: the number is next to it. */
function toTitle(text: string): string {
  return text.replace(/^(?:Slide \d+|Sheet)(?::\s*|$)/, '')
}
