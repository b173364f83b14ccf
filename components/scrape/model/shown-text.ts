import type { PageViewName } from './page-views.ts'
import type { PageContent } from './read-page.ts'

/** The shown format of a page as text for copying, with its name; null when it is not text. */
export function toShownText(page: PageContent, view: PageViewName): { what: string; text: string } | null {
  switch (view) {
    case 'markdown':
    case 'source':
    case 'cleaning':
      return named('Markdown', page.markdown)
    case 'text':
      return named('text', page.text)
    case 'html':
      return named('HTML', page.html)
    case 'raw':
      return named('HTML', page.rawHtml)
    case 'links':
      return named('links', page.links && page.links.join('\n'))
    case 'metadata':
      return named('metadata', JSON.stringify(page.metadata, null, 2))
    case 'screenshot':
      return null
  }
}

function named(what: string, text: string | null): { what: string; text: string } | null {
  return text === null ? null : { what, text }
}
