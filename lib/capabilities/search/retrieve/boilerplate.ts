import { contentWords } from '#lib/capabilities/search/answer/content-words.ts'
import { splitSentences } from '#lib/capabilities/search/answer/sentences.ts'

/**
 * A plain text without the sentences that any page may have: consent, sign-in, newsletters, copyright, navigation.
 * They say nothing about the page's subject and must not support an answer.
 * @param question keeps the sentences that it asks about, such as those on cookies
 */
export function withoutBoilerplate(text: string, question: string): string {
  const asked = new Set(contentWords(question))
  return text
    .split('\n')
    .map(line => (phrases.test(line) || wholeLines.test(line.trim()) ? withoutPhrases(line, asked) : line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const sentenceCharsMax = 300

function withoutPhrases(line: string, asked: ReadonlySet<string>): string {
  return splitSentences(line)
    .filter(sentence => !isBoilerplate(sentence.trim(), asked))
    .join('')
    .trimEnd()
}

function isBoilerplate(sentence: string, asked: ReadonlySet<string>): boolean {
  if (sentence.length > sentenceCharsMax) return false
  if (wholeLines.test(sentence)) return true
  const found = phrases.exec(sentence)
  return found !== null && !contentWords(found[0]).some(word => asked.has(word))
}

/** Anywhere in a sentence. Each is bounded: page text is untrusted. */
const phrases = new RegExp(
  [
    String.raw`\b(?:uses?|using|accept|allow|reject|manage|set|about) (?:of )?(?:all |our |your |these |necessary |optional )?cookies\b`,
    String.raw`\bcookie (?:settings|preferences|policy|notice|banner|consent)\b`,
    String.raw`\bby (?:continuing|using|browsing)\b.{0,80}\b(?:agree|consent|accept)\b`,
    String.raw`\b(?:subscribe|sign up) (?:to|for) (?:our|the|a|free)\b.{0,40}\b(?:newsletter|updates|alerts|emails?)\b`,
    String.raw`\bnewsletter\b.{0,60}\b(?:subscribe|sign up|inbox)\b`,
    String.raw`\benter your e-?mail\b`,
    String.raw`\ball rights reserved\b`,
    String.raw`©`,
    String.raw`\bcopyright (?:©|\(c\)|\d{4})`,
    String.raw`\b(?:enable|turn on|activate) (?:javascript|cookies)\b`,
    String.raw`\bjavascript (?:is )?(?:disabled|required)\b`,
    String.raw`\byour browser (?:is out|does not|doesn['’]t)\b`,
    String.raw`\bskip to (?:the )?(?:main )?(?:content|navigation)\b`,
    String.raw`\b(?:log|sign) in (?:or|to) (?:register|sign up|subscribe|comment|continue|your account)\b`,
    String.raw`\b(?:already|not yet) (?:have an account|a (?:member|subscriber))\b`,
    String.raw`\bterms (?:of (?:use|service)|and conditions)\b.{0,20}\bprivacy\b`,
    String.raw`\bprivacy policy\b.{0,30}\bterms\b`,
    String.raw`\b(?:follow|like|find) us on (?:facebook|twitter|x|instagram|linkedin|youtube|mastodon)\b`,
    String.raw`\bshare (?:this|on) (?:article|page|post|story|facebook|twitter|x|linkedin|whatsapp)\b`,
    String.raw`\b(?:verify|confirm) (?:that )?you are (?:a )?human\b`,
    String.raw`\bback to top\b`,
  ].join('|'),
  'iu',
)

/** Only as a whole line. */
const wholeLines =
  /^(?:(?:read|learn|show|see|view|load) more\b.{0,30}|(?:previous|next) (?:page|article|post|story)|(?:main )?menu|home|search|contact us|about us|advertisement|sponsored|related (?:articles|posts|stories|topics)|table of contents|loading|log in|sign in|sign up|register|subscribe|print|share|comments?(?: \(\d+\))?)\W*$/iu
