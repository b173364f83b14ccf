/** Wikipedias of some size. An address made of a language that a caller names must not be any host. */
const wikis: ReadonlySet<string> = new Set(
  'ar az bg bn ca cs da de el en eo es et eu fa fi fr gl he hi hr hu hy id it ja ka kk ko lt lv mk ms nl nn no pl pt ro ru sh simple sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh'.split(
    ' ',
  ),
)
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/[پچژگ]/u, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Armenian}/u, 'hy'],
]

/** The Wikipedia to ask: of the named language where it has one, else of the script of the query, else English. */
export function wikiLanguage(query: string, language: string | undefined): string {
  const named = language?.split('-', 1)[0]?.toLowerCase() ?? ''
  if (wikis.has(named)) return named
  return scripts.find(([script]) => script.test(query))?.[1] ?? 'en'
}
