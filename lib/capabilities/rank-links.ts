import { takeTurn } from '#lib/engines/web/turns/take-turn.ts'
import { foldText, toWords } from './search-words.ts'

/** A link as far as its relevance goes. */
export interface RankedLink {
  readonly href: string
  /** What pages call it, and its own title. */
  readonly text: string
  readonly title: string
}

const addressWeight = 2
const textWeight = 1
const phraseBonus = 4
// The usual constants of BM25: how fast repetition saturates, and how much length counts.
const saturation = 1.2
const lengthShare = 0.5
const perTurn = 100

/**
 * The links that fit a query, best first, ties in their order: words of the address count twice, words of texts and
 * sub-domains once, rare words more, and the whole query in one piece most. What has none of it is left out.
 * The work grows with links times words, and lets others work in between.
 * @param subdomain labels before the registrable domain, which itself says nothing about a page
 */
export async function rankLinks<L extends RankedLink>(
  links: readonly L[],
  query: string,
  subdomain: (url: URL) => string,
): Promise<L[]> {
  const terms = [...new Set(toWords(query))]
  const phrase = foldText(query.trim())
  const counted: { link: L; counts: Float64Array; length: number; phrase: boolean }[] = []
  const linksWith = new Float64Array(terms.length)
  let lengthSum = 0
  for (const [at, link] of links.entries()) {
    if (at > 0 && at % perTurn === 0) await takeTurn()
    const { address, labels } = readAddress(link.href, subdomain)
    const text = `${link.title} ${link.text}`
    const counts = new Float64Array(terms.length)
    const words = toWords(address)
    count(words, addressWeight, terms, counts)
    count(toWords(text), textWeight, terms, counts)
    count(toWords(labels), textWeight, terms, counts)
    // Of the address alone: how much text is known says how far the crawl came, and nothing about the page.
    const { length } = words
    lengthSum += length
    for (const [term, found] of counts.entries()) if (found > 0) linksWith[term] = (linksWith[term] ?? 0) + 1
    const fits = phrase !== '' && (foldText(address).includes(phrase) || foldText(text).includes(phrase))
    if (fits || counts.some(found => found > 0)) counted.push({ link, counts, length, phrase: fits })
  }
  const lengthMean = Math.max(1, lengthSum / Math.max(1, links.length))
  return counted
    .map(({ link, counts, length, phrase: fits }) => {
      const damping = saturation * (1 - lengthShare + (lengthShare * length) / lengthMean)
      const score = counts.reduce((sum, found, term) => {
        const rarity = Math.log(1 + (links.length + 0.5) / ((linksWith[term] ?? 0) + 0.5))
        return sum + (rarity * found * (saturation + 1)) / (found + damping)
      }, 0)
      return { link, score: score + (fits ? phraseBonus : 0) }
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ link }) => link)
}

function count(
  words: readonly string[],
  weight: number,
  terms: readonly string[],
  counts: Float64Array,
): void {
  for (const word of words) {
    const at = terms.indexOf(word)
    if (at !== -1) counts[at] = (counts[at] ?? 0) + weight
  }
}

function readAddress(href: string, subdomain: (url: URL) => string): { address: string; labels: string } {
  const url = new URL(href)
  const query = [...url.searchParams].map(([name, value]) => ` ${name} ${value}`).join('')
  return { address: `${decode(url.pathname)}${query}${decode(url.hash)}`, labels: subdomain(url) }
}

// A stray percent sign, or bytes of another encoding, are no reason to lose a link.
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
