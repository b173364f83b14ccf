import { diffWordsWithSpace } from 'diff'

/** A part of two texts: in both, only in the first, or only in the second. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** The word-by-word changes from `before` to `after`. */
export function toWordDiff(before: string, after: string): readonly DiffPart[] {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
