import { describe, expect, test } from 'vitest'
import { type Article, articles } from './__fixtures__/articles.ts'
import { extract } from './__fixtures__/test-extract.ts'

const layouts: Readonly<Record<string, (article: Article) => string>> = {
  'an article element': ({ title, paragraphs }) =>
    `<main><article><header><h1>${title}</h1></header>${tagged(paragraphs, 'p')}</article></main>`,
  'nested boxes': ({ title, paragraphs }) =>
    `<div class="wrap"><div class="c7"><h1>${title}</h1><div><div class="txt">${tagged(paragraphs, 'div')}</div></div></div></div>`,
  'a table of the old kind': ({ title, paragraphs }) =>
    `<table width="100%"><tr><td><h1>${title}</h1>${tagged(paragraphs, 'p')}</td></tr></table>`,
}
const cases = articles.flatMap(article =>
  Object.keys(layouts).map(layout => ({ article, language: article.language, layout })),
)

test('eight languages are covered', () => {
  expect(new Set(articles.map(({ language }) => language)).size).toBe(8)
})

describe.each(cases)('$language in $layout', ({ article, layout }) => {
  const { title, paragraphs, menu, footer, language } = article
  const page = `<!doctype html><html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}><head><title>${title}</title></head><body>
    <header><nav><ul>${menu.map(item => `<li><a href="/${item}">${item}</a></li>`).join('')}</ul></nav></header>
    ${layouts[layout]?.(article)}
    <aside class="sidebar">${menu.map(item => `<a href="/x">${item}</a>`).join(' ')}</aside>
    <footer><p>${footer}</p></footer></body></html>`

  test('contains the whole article in order, and nothing around it', () => {
    const { markdown = '', text = '', notes, needsScripts } = extract(page)

    expect(paragraphs.map(paragraph => text.indexOf(paragraph))).toEqual(
      paragraphs.map(paragraph => text.indexOf(paragraph)).toSorted((one, other) => one - other),
    )
    for (const paragraph of paragraphs) expect(markdown).toContain(paragraph)
    expect(markdown).toContain(`# ${title}`)
    for (const words of [...menu, footer]) expect(markdown).not.toContain(words)
    expect([notes, needsScripts]).toEqual([[], false])
  })

  test('has the language of the page', () => {
    expect(extract(page).metadata).toMatchObject({ language, title })
  })
})

function tagged(paragraphs: readonly string[], tag: string): string {
  return paragraphs.map(paragraph => `<${tag}>${paragraph}</${tag}>`).join('\n')
}
