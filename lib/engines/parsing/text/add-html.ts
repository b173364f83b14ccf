import { cleanText } from '#lib/engines/web/extract/clean-text.ts'
import { flatText } from '#lib/engines/web/extract/flat-text.ts'
import { parsePage } from '#lib/engines/web/extract/parse-page.ts'
import { removeHidden } from '#lib/engines/web/extract/remove-hidden.ts'
import { scanPage } from '#lib/engines/web/extract/scan-page.ts'
import { selectContent } from '#lib/engines/web/extract/select-content.ts'
import type { BlockList, LooseBlock } from '#lib/engines/parsing/block-list.ts'
import { addElement } from './html-blocks.ts'
import { toParagraphs } from './parse-text.ts'

export interface HtmlOptions {
  readonly onlyMainContent: boolean
  readonly place?: Pick<LooseBlock, 'page'>
}

/**
 * Writes a page as blocks, without what a reader would not see.
 * @returns false when a tree of it would cost too much, so that its words alone are written
 */
export function addHtml(
  list: BlockList,
  html: string,
  { onlyMainContent, place = {} }: HtmlOptions,
): boolean {
  if (scanPage(html, 'about:blank').excess !== null) {
    for (const { text } of toParagraphs(cleanText(flatText(html))))
      list.add({ ...place, type: 'paragraph', text })
    return false
  }
  addElement(list, onlyMainContent ? mainOf(html) : shownTree(html).body, place)
  return true
}

function shownTree(html: string): Document {
  const document = parsePage(html)
  removeHidden(document)
  return document
}

function mainOf(html: string): Element {
  const options = {
    formats: [],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  }
  return selectContent(() => shownTree(html), options)
}
