import { matchGlob } from './glob.ts'
import { isSubsequence } from './is-subsequence.ts'
import type { LinkIndex } from './link-index.ts'
import type { LinkQuery } from './parse-query.ts'

/**
 * Whether a link is what the text of a filter asks for.
 * @param options.fuzzy the letters of a wanted word may lie apart
 */
export function createLinkTest(
  index: LinkIndex,
  { words, unwantedWords, globs, unwantedGlobs }: LinkQuery,
  { fuzzy }: { readonly fuzzy: boolean },
): (link: number) => boolean {
  const occurs = fuzzy ? isSubsequence : (word: string, text: string) => text.includes(word)
  return link => {
    const address = index.addresses[link] ?? ''
    const title = index.titles[link] ?? ''
    if (!words.every(word => occurs(word, address) || occurs(word, title))) return false
    if (unwantedWords.some(word => address.includes(word) || title.includes(word))) return false
    if (globs.length === 0 && unwantedGlobs.length === 0) return true
    const subject = {
      host: index.hosts[index.hostOf[link] ?? 0] ?? '',
      path: index.paths[link] ?? '/',
      query: index.queries[link] ?? '',
    }
    if (globs.length > 0 && !globs.some(glob => matchGlob(glob, subject))) return false
    return !unwantedGlobs.some(glob => matchGlob(glob, subject))
  }
}
