const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

// Abbreviations whose period does not end a sentence.
const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|Nos|Fig|Eq|vs|cf|ca|approx|Inc|Ltd|Co|e\.g|i\.e|etc|al|U\.S|U\.K)\.\s*$|(?:^|\n)\s*\d{1,3}\.\s*$/u

// Many lines are this short, and starting a segmenter takes longer than reading one.
const withoutEnd = /^[\p{Script=Latin}\p{Nd} ,'’()·–-]*$/u

// The segmenter does not begin a sentence with a number, as in "in 1642. 300 soldiers died".
const beforeNumber = /(?<=(?:\p{Ll}{4}|\/h|%|(?<!\d)\d{4})[.!?]\s+)(?=\d[\d.,]*\s+\p{Ll})/u

/**
 * The sentences of a plain text, each with the space after it; a line break ends a sentence too. Joined, they
 * are the text.
 */
export function splitSentences(text: string): string[] {
  if (withoutEnd.test(text)) return text === '' ? [] : [text]
  const sentences: string[] = []
  let held = ''
  const segments = Array.from(segmenter.segment(text), ({ segment }) => segment.split(beforeNumber)).flat()
  for (const segment of segments) {
    held += segment
    // Only the last part is checked: a page may consist of nothing else.
    if (abbreviation.test(segment) && !/\n\s*$/.test(segment)) continue
    sentences.push(held)
    held = ''
  }
  return held === '' ? sentences : [...sentences, held]
}
