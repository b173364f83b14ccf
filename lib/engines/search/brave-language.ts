const known: ReadonlySet<string> = new Set(
  'ar bg bn ca cs da de el en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr sv ta te th tr uk vi'.split(
    ' ',
  ),
)
const own: Readonly<Record<string, string>> = {
  ja: 'jp',
  no: 'nb',
  pt: 'pt-pt',
  'pt-br': 'pt-br',
  zh: 'zh-hans',
  'zh-hant': 'zh-hant',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
}

/** Brave's name of a language; undefined where it has none: what it does not know it answers with 422. */
export function braveLanguage(language: string | undefined): string | undefined {
  const tag = language?.toLowerCase() ?? ''
  const [primary = ''] = tag.split('-', 1)
  return own[tag] ?? own[primary] ?? (known.has(primary) ? primary : undefined)
}
