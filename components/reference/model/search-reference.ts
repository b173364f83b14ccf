import type { ReferenceGroup, ReferenceLink } from '#lib/contracts/reference/reference-index.ts'

const parametersShownMax = 6

export interface FoundLink {
  readonly link: ReferenceLink
  /** Matching parameters, the least nested first; empty if the operation itself matches. */
  readonly parameters: readonly string[]
}

/** Operations whose name, path or parameters contain every term; all of them for an empty query. */
export function searchReference(groups: readonly ReferenceGroup[], asked: string) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ title, links }) => ({
      title,
      links: links.map(link => find(link, title, words)).filter(found => found !== null),
    }))
    .filter(({ links }) => links.length > 0)
}

function find(link: ReferenceLink, title: string, words: readonly string[]): FoundLink | null {
  const about = `${title} ${link.id} ${link.method} ${link.path} ${link.summary}`.toLowerCase()
  const open = words.filter(word => !about.includes(word))
  if (open.length === 0) return { link, parameters: [] }
  const parameters = link.parameters
    .filter(parameter => open.every(word => parameter.toLowerCase().includes(word)))
    .toSorted((one, other) => one.length - other.length)
    .slice(0, parametersShownMax)
  return parameters.length === 0 ? null : { link, parameters }
}
