const attributes = ['data-lang', 'data-language', 'data-code-language', 'lang']
const named = /^(?:lang(?:uage)?|highlight(?:-source|-text)?|brush|code)[-:]([\w+#.-]{1,30})$/i
const before: ReadonlySet<string> = new Set(['highlight', 'brush:', 'language', 'lang', 'syntaxhighlighter'])
const language = /^[\w+#.-]{1,30}$/
const plain: ReadonlySet<string> = new Set(
  'plaintext plain text txt none nohighlight default block wrapper table'.split(' '),
)
const aroundMax = 3

/** The language of a code block, from highlighter classes on it, its `code` or what is around; empty if unknown. */
export function codeLanguage(pre: Element): string {
  // Lists of turndown's parser are not iterable.
  const [code] = Array.from(pre.querySelectorAll('code'))
  for (const element of [code, pre]) {
    const given = element === undefined ? undefined : (attributeOf(element) ?? nameOf(element))
    if (given !== undefined) return toLanguage(given)
  }
  let outer = pre.parentElement
  for (let at = 0; at < aroundMax && outer !== null; at++, outer = outer.parentElement) {
    const given = nameOf(outer)
    if (given !== undefined) return toLanguage(given)
  }
  return ''
}

function attributeOf(element: Element): string | undefined {
  return attributes.map(name => element.getAttribute(name) ?? '').find(value => language.test(value))
}

function nameOf(element: Element): string | undefined {
  const classes = (element.getAttribute('class') ?? '').split(/\s+/).filter(name => name !== 'nogutter')
  const joined = classes.map(name => named.exec(name)?.[1]).find(name => name !== undefined)
  if (joined !== undefined) return joined
  const at = classes.findIndex(name => before.has(name.toLowerCase()))
  const next = at === -1 ? undefined : classes[at + 1]?.replace(/;$/, '')
  return next !== undefined && language.test(next) ? next : undefined
}

function toLanguage(name: string): string {
  return plain.has(name.toLowerCase()) ? '' : name.toLowerCase()
}
