import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { requireMember } from '#lib/console/auth/session.ts'
import { repositoryRoot } from '#lib/console/core/repository-root.ts'
import { answer } from '#lib/console/http/answer.ts'
import type { DocGroup, DocIndex, DocLink, DocPage, DocSection } from '#lib/contracts/console/docs.ts'
import { docFileGroups, toDocPath } from './doc-files.ts'
import { parseDoc } from './parse-doc.ts'

/** The contents list. */
export function readDocGroups(): readonly DocGroup[] {
  const pages = Map.groupBy(docPages(), ({ group }) => group)
  return [...pages].map(([title, members]) => ({ title, pages: members.map(toLink) }))
}

/** Null: the documentation has no such page. Only listed files are read, so no path leads out of it. */
export function findDocPage(at: string): DocPage | null {
  const pages = docPages()
  const index = pages.findIndex(page => page.path === at)
  const page = pages[index]
  if (page === undefined) return null
  const [previous, next] = [pages[index - 1], pages[index + 1]]
  return { ...page, previous: previous ? toLink(previous) : null, next: next ? toLink(next) : null }
}

/** The search index, for all roles. */
export function readDocIndex(request: Request): Promise<Response> {
  return answer(request, async () => {
    await requireMember(request, 'see')
    const index: DocIndex = {
      pages: docPages().map(({ path: at, title, group, sections }) => ({
        path: at,
        title,
        group,
        sections: sections.map(({ depth, heading, anchor, body }) => ({
          heading: heading.replaceAll('`', ''),
          anchor: depth === 1 ? '' : anchor,
          text: toPlainText(body),
        })),
      })),
    }
    return Response.json(index)
  })
}

interface ReadPage extends DocLink {
  readonly group: string
  readonly sections: readonly DocSection[]
}

let kept: readonly ReadPage[] | null = null

/** All pages in reading order, read once: the files come with the release. */
function docPages(): readonly ReadPage[] {
  kept ??= readPages()
  return kept
}

function readPages(): readonly ReadPage[] {
  const root = repositoryRoot()
  const files = new Set(docFileGroups.flatMap(group => group.files))
  const toPath = (file: string) => (files.has(file) ? toDocPath(file) : null)
  return docFileGroups.flatMap(({ title: group, files: members }) =>
    members.map(file => {
      const markdown = readFileSync(path.join(/* turbopackIgnore: true */ root, file), 'utf8')
      const sections = parseDoc(file, markdown, toPath)
      return { path: toDocPath(file), title: titleOf(file, sections), group, sections }
    }),
  )
}

function titleOf(file: string, sections: readonly DocSection[]): string {
  return file === 'README.md' ? 'Overview' : (sections[0]?.heading ?? file)
}

function toLink({ path: at, title }: ReadPage): DocLink {
  return { path: at, title }
}

/** Words of a section; marks of Markdown would show in the results. */
function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/^ {0,3}```.*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/^\|[\s|:-]+\|$/gm, '')
    .replaceAll(/[`|]|\*\*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
