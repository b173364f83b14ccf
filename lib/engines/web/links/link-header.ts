const part = /<([^>]*)>((?:[^,"]|"[^"]*")*)/g
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i

/** The addresses that a `Link` header names with `rel=next`. */
export function readNextLinks(header: string | readonly string[] | undefined): string[] {
  if (header === undefined) return []
  const text = (typeof header === 'string' ? header : header.join(',')).slice(0, 16_384)
  return [...text.matchAll(part)]
    .filter(([, , parameters = '']) => {
      const match = relation.exec(parameters)
      const names = (match?.[1] ?? match?.[2] ?? '').toLowerCase()
      return names.split(/\s+/).includes('next')
    })
    .map(([, href = '']) => href.trim())
    .filter(href => href !== '')
}
