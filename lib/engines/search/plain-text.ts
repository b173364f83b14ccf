import { Parser } from 'htmlparser2'
import { cleanText } from '#lib/engines/web/extract/clean-text.ts'

const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head'])
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi big cite code em font i kbd mark q s samp small span strong sub sup tt u var wbr'.split(' '),
)
// Snippets are no documents: in `vector<int>` and `a<b and c>d` nothing is a tag. Only what HTML and journals know is.
const noTag =
  /<(?!\/?(?:jats:|mml:)?(?:a|abbr|article|b|bdi|big|blockquote|br|cite|code|dd|div|dl|dt|em|figure|font|h[1-6]|head|hr|i|iframe|img|italic|kbd|li|mark|math|mfrac|mi|mn|mo|mrow|msub|msup|noscript|ol|p|pre|q|s|samp|script|sec|section|small|span|strong|style|sub|sup|svg|table|tbody|td|template|th|thead|title|tr|tt|u|ul|var|wbr)(?:\s*\/?>|\s+[\w:-]+\s*=)|!--)/gi

/**
 * A snippet as plain text of one line: without tags, scripts and what nobody sees, with entities decoded.
 * @param charsMax longer texts are cut, at a word where there is one nearby
 */
export function plainText(html: string, charsMax: number): string {
  // What comes after this much cannot be in the result, whatever the tags before it take away.
  const lookedAt = charsMax * 10
  const source = html.length <= lookedAt ? html : html.slice(0, lookedAt).replace(/<[^<>]*$/, '')
  const text = /[<&]/.test(source) ? withoutTags(source) : source
  return cut(cleanText(text).replace(/\s+/gu, ' ').trim(), charsMax)
}

function withoutTags(html: string): string {
  const parts: string[] = []
  let quiet = 0
  const around = (name: string): void => {
    if (!inline.has(name)) parts.push(' ')
  }
  const parser = new Parser({
    onopentagname(name) {
      if (silent.has(name)) quiet++
      around(name)
    },
    ontext(text) {
      if (quiet === 0) parts.push(text)
    },
    onclosetag(name) {
      if (silent.has(name)) quiet--
      around(name)
    },
  })
  parser.end(html.replace(noTag, '&lt;'))
  return parts.join('')
}

const wordCharsMax = 40

function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const start = text.slice(0, charsMax)
  const space = start.lastIndexOf(' ')
  return (space > charsMax - wordCharsMax ? start.slice(0, space) : start).replace(/[\ud800-\udbff]$/, '')
}
