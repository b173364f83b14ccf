import type { PageLine } from './page-lines.ts'

const lastWord = /[\p{L}\p{M}\p{N}'’-]+$/u
const firstWord = /^[\p{L}\p{M}\p{N}'’-]+[.,;:!?)\]}”"’]*/u
const words = /[\p{L}\p{M}\p{N}'’-]+/gu

/**
 * Puts the words together that lines were broken in: the rest of the word goes up. The hyphen stays where the
 * document spells the word with it elsewhere and never without it.
 */
export function joinHyphens(pages: readonly (readonly PageLine[])[]): void {
  if (!pages.some(lines => lines.some(line => line.hyphenated))) return
  const known = new Set(
    pages.flatMap(lines => lines.flatMap(line => line.text.toLowerCase().match(words) ?? [])),
  )
  for (const lines of pages) {
    for (const [index, line] of lines.entries()) if (line.hyphenated) join(line, lines[index + 1], known)
  }
}

function join(line: PageLine, next: PageLine | undefined, known: ReadonlySet<string>): void {
  const head = lastWord.exec(line.text)?.[0] ?? ''
  const tail = next === undefined ? undefined : firstWord.exec(next.text)?.[0]
  // Over the end of a page, and before anything but a word, it stays a hyphen.
  if (next === undefined || tail === undefined) {
    line.text += '-'
    return
  }
  const [rest = tail] = tail.match(words) ?? []
  const joined = `${head}${rest}`.toLowerCase()
  const hyphenated = `${head}-${rest}`.toLowerCase()
  const kept = known.has(hyphenated) && !known.has(joined)
  line.text += kept ? `-${tail}` : tail
  next.text = next.text.slice(tail.length).trimStart()
}
