import type { HandoffItem, HandoffSkipped } from './handoff.ts'
import { decodeAddress } from '#lib/client/web-address.ts'
import { fenceText } from './fence-text.ts'

/** Tokens cannot be counted in the browser: an estimate of characters per token in English, slightly low. */
const charactersPerToken = 3.5
// Leaves room for the answer and the question about the pages.
const shareOfWindow = 0.7
const tokensWhenUnknown = 100_000

/**
 * Pages as one text, each under its number, title and URL, between fences it cannot close.
 * @param windowTokens the model's context window; null: unknown
 * @returns the text, the pages that were skipped, and the one that was truncated
 */
export function fencePages(
  pages: readonly HandoffItem[],
  windowTokens: number | null,
): { readonly text: string; readonly skipped: readonly HandoffSkipped[] } {
  const available = Math.floor((windowTokens ?? tokensWhenUnknown) * shareOfWindow * charactersPerToken)
  const written: string[] = []
  let used = 0
  for (const page of pages) {
    const text = fence(page, written.length + 1)
    if (used + text.length > available) break
    used += text.length
    written.push(text)
  }
  const [first] = pages
  if (written.length === 0 && first !== undefined) {
    const shortened = { ...first, text: cutAtParagraph(first.text, available) }
    return {
      text: fence(shortened, 1),
      skipped: [...missing(pages.length - 1), { reason: 'end', count: 1 }],
    }
  }
  return { text: written.join('\n\n'), skipped: missing(pages.length - written.length) }
}

function missing(count: number): readonly HandoffSkipped[] {
  return count === 0 ? [] : [{ reason: 'window', count }]
}

function fence({ title, url, text }: HandoffItem, number: number): string {
  return `[${number}] ${toHead({ title, url })}\n${fenceText(text)}`
}

/** The beginning of a text, cut at the last blank line that fits. */
function cutAtParagraph(text: string, lengthMax: number): string {
  const beginning = text.slice(0, lengthMax)
  const end = beginning.lastIndexOf('\n\n')
  return (end > lengthMax / 2 ? beginning.slice(0, end) : beginning).toWellFormed()
}

/** Title and URL above the text, if any, so that later steps can still cite the page. */
export function toPassage({ title, url, text }: HandoffItem): string {
  const head = toHead({ title, url })
  return head === '' ? text : `${head}\n${text}`
}

/** `Title · https://…`, or the part of it that is known. */
function toHead({ title, url }: { title: string | undefined; url: string | undefined }): string {
  return [title, url].filter(part => part !== undefined && part !== '').join(' · ')
}

/**
 * Formats a link as text for ranking: its title and decoded path, plus the host when the links span several
 * hosts.
 */
export function linkWriter(items: readonly HandoffItem[]): (item: HandoffItem) => string {
  const hosts = new Set(items.map(item => URL.parse(addressOf(item))?.host))
  return item => {
    const url = URL.parse(addressOf(item))
    if (url === null) return item.text
    const path = decodeAddress(url.pathname + url.search)
    return toHead({ title: item.title, url: hosts.size > 1 ? url.host + path : path })
  }
}

/** The URL of a link; its text when it has no URL field. */
export function addressOf({ url, text }: HandoffItem): string {
  return url ?? text
}
