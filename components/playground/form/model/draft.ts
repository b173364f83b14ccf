import type { ParcelOrigin } from '#components/playground/handoff/model/parcel.ts'

/** The one value that form, JSON view, Wire, Code, share link and history read: only the fields the user set. */
export interface Draft {
  /** Id of the contract, e.g. `chat`. */
  readonly contract: string
  readonly body: Readonly<Record<string, unknown>>
  /** Bodies of the other columns of a comparison, so that one link holds them all. */
  readonly others?: readonly Readonly<Record<string, unknown>>[]
  /** What only the playground itself reads, such as the grades of a ranking. A link carries it; it is never sent. */
  readonly view?: Readonly<Record<string, unknown>>
  /** Where its content came from, when another playground sent it. It is never sent, and no link carries it. */
  readonly origin?: ParcelOrigin
}

// Form, Wire, Code and the stale mark each ask at every draw, and a body may have megabytes.
const written = new WeakMap<Draft['body'], string>()

/** The request body, serialised once: this string is sent, shown and printed. */
export function toBody({ body }: Pick<Draft, 'body'>): string {
  const known = written.get(body)
  if (known !== undefined) return known
  const text = JSON.stringify(body)
  written.set(body, text)
  return text
}
