import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const linesMax = { 'README.md': 200, 'ARCHITECTURE.md': 150 } as const

test.each(pages)('every relative link and anchor of %s resolves', page => {
  expect(linksOf(page).filter(link => !resolves(page, link))).toEqual([])
})

test.each(pages)('every path of the repository that %s names exists', page => {
  expect(pathsOf(page).filter(name => !existsSync(path.join(root, name)))).toEqual([])
})

test('every page of docs can be reached from README.md', () => {
  expect(pages.filter(page => page.startsWith('docs/') && !reachable('README.md').has(page))).toEqual([])
})

test.each(Object.entries(linesMax))('%s has at most %i lines', (page, max) => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(max)
})

function linksOf(page: string): string[] {
  const links = withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)
  return [...links].flatMap(([, link = '']) => (/^[a-z]+:/.test(link) ? [] : [link]))
}

function resolves(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? page : path.join(path.dirname(page), file)
  if (!existsSync(path.join(root, target))) return false
  return anchor === undefined || anchorsOf(target).has(anchor)
}

/**
 * Anchors as GitHub generates them: lower case, without punctuation, dashes for spaces, and a number for
 * duplicates.
 */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, title = ''] of withoutFences(read(page)).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    let unique = anchor
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

function pathsOf(page: string): string[] {
  const names = read(page).matchAll(/`((?:app|bench|bin|components|docs|e2e|lib|scripts)\/[\w()[\]./-]+)`/g)
  // Recipes use `x` as a placeholder name.
  return [...names].flatMap(([, name = '']) =>
    /\/x\b/.test(name) || name.endsWith('/real-documents') ? [] : [name],
  )
}

function reachable(start: string): Set<string> {
  const found = new Set([start])
  // A loop over a set also visits what is added during the loop.
  for (const page of found) {
    if (!page.endsWith('.md')) continue
    for (const link of linksOf(page)) {
      const [file = ''] = link.split('#')
      if (file !== '') found.add(path.join(path.dirname(page), file))
    }
  }
  return found
}

function withoutCode(text: string): string {
  return withoutFences(text).replaceAll(/`[^`\n]*`/g, '')
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```.*?^```/gms, '')
}

function read(page: string): string {
  return readFileSync(path.join(root, page), 'utf8')
}
