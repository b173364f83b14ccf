import type { Block } from '#lib/engines/parsing/blocks.ts'
import type { Written } from '#lib/engines/parsing/options.ts'
import { byPage } from './by-page.ts'
import { toDetails } from './details.ts'
import { extras } from './extras.ts'
import { type Member, toMembers } from './json-members.ts'
import { joinPages, render, type Rendered } from './render.ts'
import { toMarkdown } from './to-markdown.ts'
import type { Answer } from './write-answer.ts'
import { writeParts } from './write-parts.ts'

/** `text` and `markdown`: the whole content, and with `page_based` each page's beside it. */
export async function writeContent({ document, options, bodyPath, folder }: Answer): Promise<Written> {
  const toText = options.mode === 'markdown' ? toMarkdown : (block: Block) => block.text
  const pages = options.pageBased ? byPage(document).map(blocks => render(blocks, toText)) : null
  const rendered = pages === null ? render(document.blocks, toText) : joinPages(pages)
  await writeParts(bodyPath, body(rendered, pages))
  return { tokens: 0, chunks: 0 }

  function* body({ content, places }: Rendered, each: readonly Rendered[] | null): Generator<string> {
    yield '{'
    yield* toMembers(members(content, places, each))
    yield '}'
  }

  function* members(
    content: string,
    places: Rendered['places'],
    each: readonly Rendered[] | null,
  ): Generator<Member> {
    yield ['status', true]
    yield ['content', content]
    yield ['type', document.kind]
    yield ['error', '']
    if (each !== null)
      yield ['pages', each.map((page, index) => ({ page: index + 1, content: page.content }))]
    yield* extras(document, options, folder, document.warnings)
    if (options.details) yield ['details', toDetails(document, places)]
  }
}
