import type { Block, Box } from '#lib/engines/parsing/blocks.ts'
import type { OcrNeed } from './read-pages.ts'

/**
 * What a page says when it was recognised too. A scan and a page of meaningless characters are what was recognised;
 * where text stands beside pictures, only what lies on no text is added.
 */
export function mergeRecognised(
  own: readonly Block[],
  recognised: readonly Block[] | undefined,
  need: OcrNeed,
): readonly Block[] {
  if (recognised === undefined || recognised.length === 0) return own
  switch (need) {
    case null:
      return own
    case 'garbled':
      return recognised
    case 'scanned':
    case 'hybrid':
      return [...own, ...recognised.filter(block => !own.some(other => overlaps(block.box, other.box)))]
  }
}

function overlaps(one: Box | undefined, other: Box | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
