import type { FidelityKind } from './fidelity-files.ts'

const image = /!\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^()\\]|\([^()]*\))*\)/g
const link = /\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^()\\]|\([^()]*\))*\)/g
// Numbers that word processors count are not in the text of a file.
const countedLabel = /^(#+ |[ \t]*- )(?:\(?\w{1,4}(?:\.\w{1,4})*\\?[.)]{1,2}|\d{1,3}(?:\.\w{1,4})*) (?=\S)/gm

/**
 * The words of a text or of Markdown as the score counts them: without markup, URLs of links, list numbers, and the
 * headings that programs invent for slides and sheets. Numbers of sheets are left out, because each program prints
 * dates and amounts in its own way.
 */
export function scoredWords(text: string, kind: FidelityKind): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(image, kind === 'page' || kind === 'pdf' ? ' ' : '$1')
    .replaceAll(/\[\^\d+\]:?/g, ' ')
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(link, '$1')
    // Part of a word may be underlined, raised or struck out.
    .replaceAll(/<\/?(?:u|su[bp])>|~~/g, '')
    .replaceAll(/<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi, ' ')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~$])/g, '$1')
    .replaceAll(/(?<![\d.])(\d+)\.0(?![\d.])/g, '$1')
    .replaceAll(/\\(?:begin|end)\{\w+\}|\\[a-z]+/gi, ' ')
    .replaceAll(/[*`\u00ad\u200b]/g, '')
    .replaceAll(countedLabel, kind === 'page' ? '$&' : '$1')
    .replaceAll(/^[ \t]*(?:[-+]|\d+[.)])[ \t]+/gm, '')
    .replaceAll(/^(?:#+ (?:Slide \d+:?|Sheet:)|(?:#+ )?Notes:|Date: .*)/gm, '')
  if (kind !== 'xlsx' && kind !== 'ods') return plain
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => /^\p{L}+$/u.test(word)).join(' ')
}
