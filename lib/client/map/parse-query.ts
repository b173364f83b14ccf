import { type Glob, parseGlob } from './glob.ts'

/** What a filter's text asks for. */
export interface LinkQuery {
  /** In lower case; each has to occur. */
  readonly words: readonly string[]
  /** In lower case; none may occur. */
  readonly unwantedWords: readonly string[]
  /** One has to match, when there are any. */
  readonly globs: readonly Glob[]
  /** None may match. */
  readonly unwantedGlobs: readonly Glob[]
}

export function parseQuery(text: string): LinkQuery {
  const terms = text.split(/\s+/).filter(term => term !== '' && term !== '!')
  const wanted = terms.filter(term => !term.startsWith('!'))
  const unwanted = terms.filter(term => term.startsWith('!')).map(term => term.slice(1))
  return {
    words: wanted.filter(isWord).map(toLower),
    unwantedWords: unwanted.filter(isWord).map(toLower),
    globs: wanted.filter(isGlob).map(parseGlob),
    unwantedGlobs: unwanted.filter(isGlob).map(parseGlob),
  }
}

function isGlob(term: string): boolean {
  return term.includes('*')
}

function isWord(term: string): boolean {
  return !isGlob(term)
}

/** Without a scheme: one address is often pasted with it, and the text that is searched has none. */
function toLower(term: string): string {
  return term.toLowerCase().replace(/^https?:\/\//, '')
}
