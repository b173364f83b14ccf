import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from '#components/map/model/__fixtures__/addresses.ts'
import { SiteTree } from './site-tree.ts'

const everyNode = (tree: SiteTree) => Array.from({ length: tree.size }, (_, node) => node)
const grow = (...chunks: readonly (readonly string[])[]) =>
  chunks.reduce((tree, chunk) => tree.grow(chunk), SiteTree.empty())

test('hosts contain folders and pages, and a page may contain others', () => {
  const tree = grow([
    'https://a.test/',
    'https://a.test/blog',
    'https://a.test/blog/one',
    'https://b.test/x/y',
  ])

  const [a = -1, b = -1] = tree.children(-1)
  const [blog = -1] = tree.children(a)
  const [x = -1] = tree.children(b)

  expect([tree.label(a), tree.count(a), tree.link(a)]).toEqual(['a.test', 3, 0])
  expect([tree.label(blog), tree.count(blog), tree.link(blog)]).toEqual(['blog', 2, 1])
  expect([tree.label(x), tree.count(x), tree.link(x), tree.level(x)]).toEqual(['x', 1, -1, 2])
})

test('names are decoded, unless that would be misleading or fails', () => {
  const labels = ['%E6%97%A5%E6%9C%AC', 'a%E2%80%AEb', '%E0%A4%A', 'a%2Fb'].map(name => {
    const tree = grow([`https://a.test/${name}`])
    return tree.label(tree.node(0))
  })

  expect(labels).toEqual(['日本', 'a%E2%80%AEb', '%E0%A4%A', 'a/b'])
})

test('variants by query, scheme or trailing slash are grouped below their common path', () => {
  const tree = grow([
    'https://a.test/p',
    'https://a.test/p?x=1',
    'https://a.test/p?x=2#top',
    'http://a.test/p',
    'https://a.test/p/',
    'http://a.test/p/',
  ])

  const page = tree.node(0)

  expect(tree.count(page)).toBe(6)
  expect(tree.children(page).map(tree.name)).toEqual(['/http:', '/http:/', '/https:/', '?x=1', '?x=2#top'])
})

test('folders are in natural sort order, whatever their order of arrival', () => {
  const tree = grow(
    ['https://a.test/page-10', 'https://a.test/Page-9'],
    ['https://a.test/page-1', 'https://a.test/é'],
  )
  const [host = -1] = tree.children(-1)

  expect(tree.children(host).map(tree.label)).toEqual(['é', 'page-1', 'Page-9', 'page-10'])
})

test('later links change neither the numbers nor the order of existing ones', () => {
  fc.assert(
    fc.property(addresses, addresses, (first, second) => {
      const before = grow(first)
      const numbers = first.map((_, link) => before.node(link))
      const orders = [-1, ...everyNode(before)].map(node => before.children(node))

      const after = before.grow(second.filter(url => !first.includes(url)))

      expect(first.map((_, link) => after.node(link))).toEqual(numbers)
      orders.forEach((order, at) => {
        const old = new Set(order)
        expect(after.children(at - 1).filter(node => old.has(node))).toEqual(order)
      })
    }),
  )
})

test('a tree built at once or in chunks has the same order', () => {
  fc.assert(
    fc.property(addresses, fc.nat(), (urls, cut) => {
      const at = cut % (urls.length + 1)

      expect(listLinks(grow(urls.slice(0, at), urls.slice(at)), urls)).toEqual(listLinks(grow(urls), urls))
    }),
  )
})

test('each link is one node, and counts add up', () => {
  fc.assert(
    fc.property(addresses, urls => {
      const tree = grow(urls)

      const nodes = everyNode(tree)
      expect(
        nodes
          .map(tree.link)
          .filter(link => link !== -1)
          .sort((a, b) => a - b),
      ).toEqual(urls.map((_, at) => at))
      for (const node of nodes) {
        const own = tree.link(node) === -1 ? 0 : 1
        const below = tree.children(node).reduce((sum, child) => sum + tree.count(child), 0)
        expect(tree.count(node)).toBe(own + below)
        expect(tree.find(tree.path(node))).toBe(node)
      }
    }),
  )
})

test('marked links are counted at every node above them', () => {
  fc.assert(
    fc.property(addresses, fc.infiniteStream(fc.boolean()), (urls, stream) => {
      const tree = grow(urls)
      const marks = Uint8Array.from(urls, () => (stream.next().value === true ? 1 : 0))

      const counts = tree.countMarked(marks)

      for (const node of everyNode(tree)) {
        const below = tree.markBelow(node)
        const marked = urls.filter((_, link) => marks[link] === 1 && below[tree.node(link)] === 1)
        expect(counts[node]).toBe(marked.length)
      }
    }),
  )
})

test('a URL of a thousand segments takes at most 64 levels', () => {
  const tree = grow([`https://a.test${'/a'.repeat(1000)}`])

  expect(tree.level(tree.node(0))).toBe(64)
})

function listLinks(tree: SiteTree, urls: readonly string[], node = -1): readonly (string | undefined)[] {
  return tree.children(node).flatMap(child => [urls[tree.link(child)], ...listLinks(tree, urls, child)])
}
