const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

// What ends with a full stop that ends no sentence.
const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|Nos|Fig|Eq|vs|cf|ca|approx|Inc|Ltd|Co|e\.g|i\.e|etc|al|U\.S|U\.K)\.\s*$|(?:^|\n)\s*\d{1,3}\.\s*$/u

/** The sentences of a plain text with the space after them; lines end sentences, too. Joined they are the text. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let held = ''
  for (const { segment } of segmenter.segment(text)) {
    held += segment
    if (abbreviation.test(held) && !/\n\s*$/.test(held)) continue
    sentences.push(held)
    held = ''
  }
  return held === '' ? sentences : [...sentences, held]
}
