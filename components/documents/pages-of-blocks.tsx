'use client'
import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import type { PageOfBlocks } from '#lib/client/documents/page-blocks.ts'
import { pageNoun } from '#lib/client/documents/page-noun.ts'
import { pictureKind } from '#lib/client/documents/picture-kind.ts'
import { BlockList } from './block-list.tsx'
import { ConfidenceFilter } from './confidence-filter.tsx'
import { useDocumentsPlace } from './documents-context.ts'
import { PageOutline } from './page-outline.tsx'
import { PagePicture } from './page-picture.tsx'
import { SendPictures } from './send-pictures.tsx'
import { useBlocks } from './use-blocks.ts'

/** Pages one at a time: each beside its picture, where the file has one and is still here. */
export function PagesOfBlocks({ pages, row }: { pages: readonly PageOfBlocks[]; row: DocumentRow }) {
  const { keeper } = useDocumentsPlace()
  const [sureness, setSureness] = useState(0.8)
  const [enlarged, setEnlarged] = useState(false)
  const { page, current, choose, pointAt, showPage } = useBlocks(pages)
  const bytes = keeper.get(row.file.id)
  const password = keeper.passwordOf(row.file.id)
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
            label="Enlarge the page"
            aria-pressed={enlarged}
            onClick={() => setEnlarged(before => !before)}
          >
            <ZoomIn size={16} aria-hidden className={enlarged ? 'text-accent' : ''} />
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
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a picture that scrolls must be reachable by keyboard
              tabIndex={0}
              aria-label="Picture of the page"
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
