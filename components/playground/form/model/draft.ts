import type { HandoffOrigin } from '#components/playground/handoff/model/handoff.ts'

/**
 * The single value behind form, JSON view, HTTP, Code, share link and history: only the fields the user set.
 */
export interface Draft {
  /** Id of the contract, e.g. `chat`. */
  readonly contract: string
  readonly body: Readonly<Record<string, unknown>>
  /** Bodies of the other columns of a comparison, so that one link contains them all. */
  readonly others?: readonly Readonly<Record<string, unknown>>[]
  /** API formats that `body` and `others` are sent in, where not each is the contract's own. */
  readonly apiFormats?: readonly string[]
  /** State of the playground itself, such as the grades of a ranking. Included in links, never sent. */
  readonly view?: Readonly<Record<string, unknown>>
  /** Origin of the content when another playground sent it. Never sent, never in a link. */
  readonly origin?: HandoffOrigin
}

// Form, HTTP, Code and the stale marker each serialize on every render, and a body may be megabytes.
const written = new WeakMap<Draft['body'], string>()

/** The request body, serialized once: this string is sent, shown and printed. */
export function toBody({ body }: Pick<Draft, 'body'>): string {
  const known = written.get(body)
  if (known !== undefined) return known
  const text = JSON.stringify(body)
  written.set(body, text)
  return text
}
