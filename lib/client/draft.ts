/** The one value that form, JSON view, Wire, Code, share link and history read: only the fields the user set. */
export interface Draft {
  /** Id of the contract, e.g. `chat`. */
  readonly contract: string
  readonly body: Readonly<Record<string, unknown>>
  /** Bodies of the other columns of a comparison, so that one link holds them all. */
  readonly others?: readonly Readonly<Record<string, unknown>>[]
}

/** The request body, serialised once: this string is sent, shown and printed. */
export function toBody(draft: Draft): string {
  return JSON.stringify(draft.body)
}
