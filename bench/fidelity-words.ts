import type { FidelityKind } from './fidelity-files.ts'
import type { Truth } from './fidelity-readers.ts'
import { wordScore } from './word-score.ts'

const image = /!\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^()\\]|\([^()]*\))*\)/g
// A bracket with a backslash before it is text.
const link = /(?<!\\)\[((?:\\.|\[[^\]]*\]|[^\]\\])*)\]\((?:\\.|[^()\\]|\([^()]*\))*\)/g

/** The score of a text of a file; the title of a page counts only where it is expected. */
export function fidelityScore(text: string, truth: Truth, kind: FidelityKind): number {
  const wanted = scoredWords(truth.text, kind)
  const title = kind === 'page' || kind === 'article' ? /^# (.+)\n/.exec(text) : null
  const isExpected = truth.text.trimStart().startsWith(title?.[1] ?? '')
  const shown = title === null || isExpected ? text : text.slice(title[0].length)
  return wordScore(scoredWords(shown, kind), wanted, truth.optional)
}

/**
 * The words of a text or of Markdown as the score counts them: without markup, URLs of links, list numbers, and the
 * headings that programs invent for slides and sheets. Numbers of sheets are left out, because each program prints
 * dates and amounts in its own way.
 */
export function scoredWords(text: string, kind: FidelityKind): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(image, ['page', 'article', 'pdf'].includes(kind) ? ' ' : '$1')
    // A note may be in a word.
    .replaceAll(/\[\^\d+\](?!:)/g, '')
    .replaceAll(/\[\^\d+\]:/g, ' ')
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(link, '$1')
    // Part of a word may be underlined, raised or struck out.
    .replaceAll(/<\/?(?:u|su[bp])>|~~/g, '')
    .replaceAll(/<br ?\/?>/g, '\n')
    .replaceAll(/<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi, ' ')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~$])/g, '$1')
    .replaceAll(/(?<![\d.])(\d+)\.0(?![\d.])/g, '$1')
    .replaceAll(/\\(?:begin|end)\{\w+\}|\\[a-z]+/gi, ' ')
    .replaceAll(/[*`\u00ad\u200b]/g, '')
    // An item of a list may begin a cell of a table.
    .replaceAll(/^(?:[ \t|]*(?:[-+]|\d+[.)])(?: \[[ x]\])?[ \t]+)+/gm, '')
    .replaceAll(
      /^(?:#+ (?:Slide \d+:?|Sheet:)|(?:#+ )?(?:Notes:|Chart(?=$|[:.]))|Date: .*)|\(hidden\)(?= *(?:\||$))/gm,
      '',
    )
  if (kind !== 'xlsx' && kind !== 'ods') return plain
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => /^\p{L}+$/u.test(word)).join(' ')
}
