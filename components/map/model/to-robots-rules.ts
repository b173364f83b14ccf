import type { MapLink } from './map-link.ts'
import type { Site } from './tree/site.ts'
import type { SiteTree } from './tree/site-tree.ts'
import { splitAddress } from './split-address.ts'

/**
 * Links as rules for `robots.txt`, with a group per host, since each has its own file. A completely selected
 * folder becomes one rule, which also covers future pages.
 * @param site the site of the links
 * @see RFC 9309 §2.2.2: `$` ends a path, a rule without it is a prefix
 */
export function toRobotsRules(links: readonly MapLink[], site: Site): string {
  const { tree } = site
  const mask = new Uint8Array(tree.linkCount)
  for (const { url } of links) mask[site.indexByUrl.get(url) ?? tree.linkCount] = 1
  const counts = tree.countMarked(mask)
  const chosen = (node: number) => counts[node] ?? 0

  function rulesOf(node: number): readonly string[] {
    if (chosen(node) === 0) return []
    const link = tree.link(node)
    const own = link !== -1 && mask[link] === 1 ? [`${toPath(site.links[link]?.url ?? '')}$`] : []
    const below = tree.children(node).filter(child => chosen(child) > 0)
    const whole = chosen(node) === tree.count(node)
    if (whole && below.some(child => isSegment(tree, child))) {
      const folder = toFolder(tree, node)
      const others = below.filter(child => !isSegment(tree, child)).flatMap(rulesOf)
      return [folder, ...[...own, ...others].filter(rule => !rule.startsWith(folder))]
    }
    return [...own, ...below.flatMap(rulesOf)]
  }

  return tree
    .children(-1)
    .filter(host => chosen(host) > 0)
    .map(host => toGroup(tree.name(host), rulesOf(host)))
    .join('\n')
}

function toGroup(host: string, rules: readonly string[]): string {
  const lines = [...new Set(rules)].map(rule => `Disallow: ${rule}\n`)
  return `# ${host}\nUser-agent: *\n${lines.join('')}`
}

function isSegment(tree: SiteTree, node: number): boolean {
  return !/^[?#/]/.test(tree.name(node))
}

function toFolder(tree: SiteTree, node: number): string {
  const [, ...segments] = tree.path(node)
  return escapeRule(segments.map(segment => `/${segment}`).join('')) + '/'
}

/** Path and query. */
function toPath(url: string): string {
  const { path, rest } = splitAddress(url)
  const [query = ''] = rest.split('#')
  return escapeRule(`${path || '/'}${query}`)
}

/** Special characters of robots.txt are escaped: `$` at the end of a path and any star. */
function escapeRule(path: string): string {
  return path.replace(/[*$\s]/g, character => `%${hex(character)}`)
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
}
