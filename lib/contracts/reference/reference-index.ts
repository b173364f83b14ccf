import type { ReferenceEntry } from './reference-entry.ts'
import type { ReferenceShape } from './reference-fields.ts'

/** An operation in the index, with its search terms. */
export interface ReferenceLink extends Pick<ReferenceEntry, 'id' | 'method' | 'path' | 'summary'> {
  /** Paths of its parameters, e.g. `messages[].role`. */
  readonly parameters: readonly string[]
}

export interface ReferenceGroup {
  readonly title: string
  readonly links: readonly ReferenceLink[]
}

const titles: readonly (readonly [title: string, path: RegExp])[] = [
  ['Chat', /^\/v1\/chat\//],
  ['Embeddings', /^\/v1\/embeddings$/],
  ['Rerank', /\/rerank$/],
  ['Web', /^\/v\d\/(web|map|scrape)$/],
  ['Documents', /^\/(upload|v1\/audio\/.*)$/],
  ['Library', /^\/v1\/library/],
  ['Models', /^\/v1\/models/],
]

/** Operations grouped by topic, in reading order. */
export function toReferenceIndex(entries: readonly ReferenceEntry[]): readonly ReferenceGroup[] {
  const groups = [...titles, ['More', /(?:)/] as const].map(([title, pattern], at) => ({
    title,
    links: entries
      .filter(({ path }) => pattern.test(path) && !titles.slice(0, at).some(([, other]) => other.test(path)))
      .map(toLink),
  }))
  return groups.filter(({ links }) => links.length > 0)
}

function toLink({ id, method, path, summary, parameters }: ReferenceEntry): ReferenceLink {
  return { id, method, path, summary, parameters: [...new Set(pathsOf(parameters))] }
}

function pathsOf(shapes: readonly ReferenceShape[]): readonly string[] {
  return shapes.flatMap(({ fields }) => fields.flatMap(field => [field.path, ...pathsOf(field.shapes)]))
}
