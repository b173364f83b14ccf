import type { Written } from '#lib/engines/parsing/options.ts'
import { byPage } from './by-page.ts'
import { render } from './render.ts'
import { loadTokenCounter } from './token-counter.ts'
import type { Answer } from './write-answer.ts'
import { writeList } from './write-list.ts'

/** `pages`: the text of each page, with its tokens. */
export async function writePages(answer: Answer): Promise<Written> {
  const { document, options } = answer
  const counter = await loadTokenCounter(options.tokens)
  const pages = byPage(document).map(blocks => render(blocks, block => block.text))
  const items = pages.map(({ content }, index) => ({
    page: index + 1,
    content,
    total_tokens: content === '' ? 0 : counter.count(content) + counter.marks,
  }))
  const places = pages.flatMap(page => page.places)
  await writeList(answer, { object: 'pages', items, places, estimated: counter.estimated })
  return { tokens: items.reduce((sum, item) => sum + item.total_tokens, 0), chunks: 0 }
}
