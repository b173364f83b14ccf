const named = /(?:^|\s)(?:lang(?:uage)?|highlight(?:-source|-text)?|brush:?|code)[-:\s]\s*([\w+#.-]{1,30})/i
const attributes = ['data-lang', 'data-language', 'data-code-language', 'lang']
const plain: ReadonlySet<string> = new Set([
  'plaintext',
  'text',
  'txt',
  'none',
  'nohighlight',
  'block',
  'wrapper',
])

/** The language of a code block, by what highlighters write on it, its `code` or what is around; empty when none says. */
export function codeLanguage(pre: Element): string {
  const code = pre.querySelector('code')
  const around = [pre.parentElement, pre.parentElement?.parentElement]
  for (const element of [code, pre, ...around]) {
    if (!element) continue
    const given =
      element === code || element === pre ? attributes.map(name => element.getAttribute(name)) : []
    const language = given.find(Boolean) ?? named.exec(element.getAttribute('class') ?? '')?.[1]
    if (language && /^[\w+#.-]{1,30}$/.test(language))
      return plain.has(language) ? '' : language.toLowerCase()
  }
  return ''
}
