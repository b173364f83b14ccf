import type { SearchOutcomeNote } from '#lib/capabilities/call.ts'

// A search server names its engines as it likes, and a header takes neither line breaks nor most alphabets.
const notInEntry = /[^ -:<>-~]/gu

/** The value of `sextant-search`: what each backend gave, or why it gave nothing. */
export function toSearchHeader(outcomes: readonly SearchOutcomeNote[]): string {
  return outcomes.map(({ backend, outcome }) => `${backend.replace(notInEntry, '?')}=${outcome}`).join(';')
}
