'use client'
import { Copy, Download } from 'lucide-react'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { toPageEntries } from '#lib/client/library/page-entries.ts'
import { toFileName, toPageJson } from '#lib/client/scrape/export-pages.ts'
import type { PageViewName } from '#lib/client/scrape/page-views.ts'
import type { PageContent } from '#lib/client/scrape/read-page.ts'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
import { toShownText } from '#lib/client/scrape/shown-text.ts'
import { SendPages } from './send-pages.tsx'

const buttonStyle = 'size-6 coarse:size-10'

export interface PageActionsProps {
  row: ScrapeRow
  page: PageContent
  address: string
  /** The form that is looked at: it is what is copied. */
  view: PageViewName
}

/** Takes one page away: as text, as a file, to another playground. */
export function PageActions({ row, page, address, view }: PageActionsProps) {
  const { markdown, text, html, rawHtml } = page
  const save = (content: string, extension: string, type: string) =>
    download(`${toFileName(address)}.${extension}`, content, `${type};charset=utf-8`)
  const shown = toShownText(page, view)
  return (
    <div className="flex items-center">
      <IconButton
        label={`Copy the ${shown?.what ?? 'page'}`}
        className={buttonStyle}
        disabled={shown === null}
        focusableWhenDisabled
        onClick={() => shown && void copy(shown.text, toSentenceCase(shown.what))}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label="Download the page" className={buttonStyle}>
            <Download size={14} aria-hidden />
          </IconButton>
        }
        actions={[
          {
            label: 'Markdown (.md)',
            disabled: markdown === null,
            onSelect: () => save(markdown ?? '', 'md', 'text/markdown'),
          },
          {
            label: 'Text (.txt)',
            disabled: text === null,
            onSelect: () => save(text ?? '', 'txt', 'text/plain'),
          },
          // As a file of text: opened from the disk, a page of somebody else's could run what it holds.
          {
            label: 'HTML as source (.html.txt)',
            disabled: html === null && rawHtml === null,
            onSelect: () => save(html ?? rawHtml ?? '', 'html.txt', 'text/plain'),
          },
          { label: 'All of it (.json)', onSelect: () => save(toPageJson(row), 'json', 'application/json') },
        ]}
      />
      <AddToLibrary noun="page" entries={() => toPageEntries([row])} compact />
      <SendPages rows={[row]} compact />
    </div>
  )
}

function toSentenceCase(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
