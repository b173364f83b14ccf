import type { Archive } from '#lib/engines/parsing/archive.ts'
import { decodeXml } from '#lib/engines/parsing/xml-text.ts'

/** Reads what a chart says in words, by the name of its part: its title and the names of its series. */
export function chartReader(archive: Archive | null): (name: string) => string {
  return name => {
    if (archive === null) return ''
    const part = archive.names.find(each => each.endsWith(`/charts/${name}`))
    return part === undefined ? '' : chartText(archive.read(part).toString())
  }
}

function chartText(xml: string): string {
  const [head = ''] = xml.split('<c:plotArea', 1)
  const title = textsOf(head, 'a:t').join('')
  const series = [...xml.matchAll(/<c:ser\b[\s\S]*?<\/c:ser>/g)].flatMap(([each]) => {
    const [named = ''] = /<c:tx\b[\s\S]*?<\/c:tx>/.exec(each) ?? []
    return textsOf(named, 'c:v')
  })
  const parts = [title === '' ? 'Chart' : `Chart: ${title}`, series.join(', ')].filter(Boolean)
  return title === '' && series.length === 0 ? '' : parts.join('. ')
}

function textsOf(xml: string, tag: string): string[] {
  return [...xml.matchAll(new RegExp(`<${tag}\\b[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) =>
    decodeXml(text),
  )
}
