/** The maximum number of pages per run. */
export const addressesMax = 1000

/** Why a line is skipped; `line` is 1-based. */
export interface AddressProblem {
  readonly line: number
  readonly text: string
  readonly reason: 'no-scheme' | 'other-scheme' | 'no-address' | 'too-long' | 'duplicate' | 'over-limit'
}

export interface AddressList {
  /** The valid URLs, in order. Without any, the first line unchanged, so that the API reports the error. */
  readonly addresses: readonly string[]
  readonly problems: readonly AddressProblem[]
}

const lengthMax = 2048

/** Reads URLs from lines; several can share a line, separated by spaces. */
export function readAddresses(text: string): AddressList {
  const addresses: string[] = []
  const problems: AddressProblem[] = []
  const seen = new Set<string>()
  for (const { line, word } of wordsOf(text)) {
    const reason =
      refusal(word) ?? findDuplicate(word, seen) ?? (addresses.length < addressesMax ? null : 'over-limit')
    if (reason === null) addresses.push(word)
    else problems.push({ line, text: word, reason })
  }
  const [first] = problems
  return { addresses: addresses.length === 0 && first ? [first.text] : addresses, problems }
}

/** The text with `https://` added to each URL that lacks only the scheme. */
export function addScheme(text: string): string {
  return text.replace(/\S+/g, word => (refusal(word) === 'no-scheme' ? `https://${word}` : word))
}

// A line that is not a list of URLs counts as one problem.
function wordsOf(text: string): { line: number; word: string }[] {
  return text.split('\n').flatMap((whole, index) => {
    const words = whole
      .trim()
      .split(/\s+/)
      .filter(word => word !== '')
    const list = words.every(word => refusal(word) === null)
    return (list ? words : [whole.trim()]).map(word => ({ line: index + 1, word }))
  })
}

function refusal(word: string): AddressProblem['reason'] | null {
  if (word.length > lengthMax) return 'too-long'
  if (/^https?:\/\//i.test(word)) return URL.canParse(word) && !/\s/.test(word) ? null : 'no-address'
  if (/^(localhost|[^\s:/?#@]+\.[^\s:/?#@.]{2,}|\d+(\.\d+){3})(:\d+)?([/?#]\S*)?$/i.test(word))
    return 'no-scheme'
  return /^[a-z][a-z\d+.-]*:/i.test(word) ? 'other-scheme' : 'no-address'
}

function findDuplicate(word: string, seen: Set<string>): AddressProblem['reason'] | null {
  const { href } = new URL(word)
  if (seen.has(href)) return 'duplicate'
  seen.add(href)
  return null
}
