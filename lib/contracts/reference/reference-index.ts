import { keyScopes, type KeyScope } from '#lib/contracts/core/contract.ts'
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

/** Operations grouped by the scope they need, in reading order; those for any key come last. */
export function toReferenceIndex(entries: readonly ReferenceEntry[]): readonly ReferenceGroup[] {
  const groups = [...keyScopes, null].map(scope => ({
    title: scope === null ? 'Models' : toTitle(scope),
    links: entries.filter(entry => entry.scope === scope).map(toLink),
  }))
  return groups.filter(({ links }) => links.length > 0)
}

function toTitle(scope: KeyScope): string {
  return scope.charAt(0).toUpperCase() + scope.slice(1)
}

function toLink({ id, method, path, summary, parameters }: ReferenceEntry): ReferenceLink {
  return { id, method, path, summary, parameters: [...new Set(pathsOf(parameters))] }
}

function pathsOf(shapes: readonly ReferenceShape[]): readonly string[] {
  return shapes.flatMap(({ fields }) => fields.flatMap(field => [field.path, ...pathsOf(field.shapes)]))
}
