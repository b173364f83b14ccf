import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extract, markdownOf, prose } from './__fixtures__/test-extract.ts'
import { parsePage } from './parse-page.ts'

describe('content of each shape is kept without what is around it', () => {
  test.each(['article', 'cards', 'question', 'comments', 'articles'])('%s', name => {
    const html = readFileSync(join(import.meta.dirname, 'content/__fixtures__', `${name}.html`), 'utf8')
    const { kept, dropped } = readExpected(html)

    const { text = '', notes } = extract(html)

    expect(kept.length).toBeGreaterThan(6)
    expect(kept.filter(each => !text.includes(each))).toEqual([])
    expect(dropped.filter(each => text.includes(each))).toEqual([])
    expect(notes).toEqual([])
  })
})

describe('markup that names nothing', () => {
  const long = 'Llamas carry loads over passes that no cart can take, and they know the way back. '
  const parts = (tag: string) =>
    Array.from({ length: 3 }, (_, at) => `<${tag}><p>Part ${at}. ${long.repeat(4)}</p></${tag}>`).join('')

  test('answers under a heading that counts them are kept', () => {
    const page = `<body><div><h1>Which animal carries loads?</h1><p>${long}</p><h2>3 Answers</h2>${parts('div')}</div></body>`

    expect(extract(page).text).toMatch(/Which animal[\s\S]*Part 0[\s\S]*Part 1[\s\S]*Part 2/)
  })

  test('posts of a thread are kept although most are short', () => {
    const posts = [
      '',
      'One two three four five six seven eight.',
      long,
      'Eight seven six five four three two one.',
    ]
    const page = `<body><h1>Thread</h1>${posts.map((text, at) => `<div class="post"><b>user${at}</b><p>${text}${at === 0 ? long.repeat(5) : ''}</p></div>`).join('')}</body>`

    expect(extract(page).text).toMatch(/user0[\s\S]*six seven eight[\s\S]*user2[\s\S]*three two one/)
  })

  test('cards that are links as a whole are kept', () => {
    const cards = Array.from(
      { length: 5 },
      (_, at) => `<a href="/${at}"><div>Llama ${at}</div><span>${at} kg</span></a>`,
    )

    expect(extract(`<body><section>${cards.join('')}</section></body>`).text).toMatch(
      /Llama 0[\s\S]*Llama 4[\s\S]*4 kg/,
    )
  })
})

describe('an article', () => {
  test('in an unclosed footer or menu is kept although `main` is before it', () => {
    for (const tag of ['nav', 'footer', 'aside']) {
      const page = `<body><main><p>Breaking news</p></main><${tag}><div><h1>About llamas</h1>${prose}</div></body>`

      expect(extract(page).text).toContain('Llamas live')
    }
  })

  test('in `main` is kept although the menu before it is never closed', () => {
    const page = `<body><nav><a href="/">Home</a><main><h1>About llamas</h1>${prose}</main><footer>Imprint</footer></body>`

    expect(extract(page).markdown).toMatch(/^# About llamas\n\nLlamas live/)
    expect(extract(page).markdown).not.toContain('Imprint')
  })

  test.each(['no-share', 'has-sidebar', 'without_related'])(
    'is no part around the page if it has the class %s',
    name => {
      const card =
        '<div class="item"><h3><a href="/o">Another story of the week</a></h3><p>They write about it.</p></div>'
      const page = `<body><h1>Wool</h1><div class="content ${name}">${prose}</div><div>${card.repeat(40)}</div></body>`

      expect(extract(page).text).toContain('Llamas live')
      expect(extract(page).text).not.toContain('Another story')
    },
  )

  test('stays alone before teasers of other articles', () => {
    const teasers = Array.from(
      { length: 4 },
      (_, at) =>
        `<article><h3><a href="/${at}">Teaser ${at}</a></h3><p>${'They say a lot and end here. '.repeat(10)}</p></article>`,
    )
    const { text, notes } = extract(
      `<body><article><h1>Wool</h1>${prose.repeat(3)}</article>${teasers.join('')}</body>`,
    )

    expect(text).toContain('Wool')
    expect(text).not.toContain('Teaser')
    expect(notes).toEqual([])
  })

  test('stays alone before a long list of linked cards', () => {
    const cards = Array.from(
      { length: 40 },
      (_, at) =>
        `<article class="item"><a href="/${at}"><h4>Card ${at}</h4><p>${'Words of another page. '.repeat(5)}</p></a></article>`,
    )
    const { text } = extract(
      `<body><section>${prose.repeat(2)}<p>Wool only.</p></section>${cards.join('')}</body>`,
    )

    expect(text).toContain('Wool only.')
    expect(text).not.toContain('Card 1')
  })

  test('that leaves out a large share of the page says so, with the remedy', () => {
    const comments = `<div class="comments">${prose.repeat(2)}</div>`
    const { text, notes } = extract(
      `<body><article><h1>Wool</h1>${prose.repeat(2)}Wool only.</article>${comments}</body>`,
    )

    expect(text).toContain('Wool only.')
    expect(notes.join()).toMatch(/^About \d\d% of the page's text was left out.*`onlyMainContent: false`/)
  })

  test('counts an aside of the article among the text that is left out, and a sidebar of the page not', () => {
    const notesOf = (before: string, inside: string): readonly string[] =>
      extract(`<body>${before}<article><h1>Wool</h1>${prose.repeat(2)}${inside}</article></body>`).notes
    const aside = `<aside>${prose.repeat(4)}</aside>`

    expect(notesOf('', aside).join()).toMatch(/^About \d\d% of the page's text was left out/)
    expect(notesOf(aside, '')).toEqual([])
  })
})

test('a script that closes itself ends at the next script, as in a browser', () => {
  const page =
    '<head><script src="/a.js"/><script>1</script></head><body><p>Shown.</p><script>2</script></body>'

  expect(extract(page).text).toBe('Shown.')
})

describe('above an article', () => {
  const contentOf = (above: string): string =>
    extract(`<body><article>${above}<h1>Llamas</h1>${prose}</article></body>`).markdown ?? ''

  test.each([
    '<ul><li><a href="/a">News</a></li><li><a href="/b">Sports</a></li></ul>',
    '<nav><ol><li><a href="/a">Science &amp; Astronomy</a> ›</li></ol></nav>',
  ])('menus and breadcrumbs are left out: %s', menu => {
    expect(contentOf(menu)).toMatch(/^# Llamas\n/)
  })

  test.each([
    ['<ul><li><a href="#food">Food</a></li><li><a href="#places">Places</a></li></ul>', 'Places'],
    ['<ul><li>They eat <a href="/b">grass</a> and little else.</li></ul>', 'grass'],
    [
      '<ul><li><a href="/b">A study of two thousand llamas found that they sleep standing</a></li></ul>',
      'study',
    ],
  ])('a table of contents and summaries are kept: %s', (list, word) => {
    expect(contentOf(list)).toContain(word)
  })

  test('there are no lists between short paragraphs', () => {
    const steps = '<p>Turn the bolt by half a turn and listen whether the pump still hums.</p>'.repeat(12)
    const parts = ['Seal', 'Bolt', 'Valve'].map(name => `<li><a href="/${name}">${name}</a></li>`).join('')
    const list = `<h2>Parts to order</h2><ul>${parts}</ul>`

    const { markdown } = extract(`<body><article><h1>A pump</h1>${steps}${list}${steps}</article></body>`)

    expect(markdown).toContain('[Valve](https://example.com/Valve)')
  })
})

function readExpected(html: string): { kept: string[]; dropped: string[] } {
  const document = parsePage(html)
  const texts = (mark: string): string[] =>
    [...document.querySelectorAll(`[${mark}]`)].map(element => (element.textContent ?? '').trim())
  return { kept: texts('data-kept'), dropped: texts('data-dropped') }
}

describe('inside of an article', () => {
  test.each([
    ['<div class="newsletter-signup"><p>Get our news in your inbox.</p></div>', 'our news'],
    ['<div class="related"><a href="/b">Alpacas are smaller</a></div>', 'Alpacas'],
    ['<div class="post-social__list"><p>Tell it to friends of alpacas.</p></div>', 'friends'],
    ['<div id="relatedPosts"><a href="/b">Alpacas are smaller</a></div>', 'Alpacas'],
    ['<div id="emailSignup"><p>Let our news meet your inbox.</p></div>', 'inbox'],
    ['<p><strong>READ MORE: <a href="/b">Alpacas are smaller</a></strong></p>', 'Alpacas'],
    ['<p>Related: <a href="/b">Alpacas</a></p>', 'Alpacas'],
    [
      '<h3>You may also like</h3><div class="related-posts"><a href="/b">Alpacas are smaller</a></div>',
      'Alpacas',
    ],
    ['<p>You may also like...</p><p><a href="/b">Alpacas are smaller</a></p>', 'like'],
    [
      '<h3>Most read</h3><ul><li><a href="/b">Alpacas</a></li><li><a href="/c">Guanacos</a></li></ul>',
      'Guanacos',
    ],
  ])('offers and links to other articles are left out: %s', (promotion, word) => {
    expect(markdownOf(promotion)).not.toContain(word)
  })

  test('links to other articles below it are left out', () => {
    const links = '<h2>More from The Herd</h2><ul><li><a href="/b">Alpacas are smaller</a></li></ul>'
    const page = `<body><article><h1>Llamas</h1>${prose}${prose}<div>${links}</div></article><footer>${prose}</footer></body>`

    expect(extract(page).markdown).not.toContain('Alpacas')
  })

  test.each([
    ['<p>Related work: <a href="/b">Alpacas are smaller</a> than llamas.</p>', 'Alpacas are smaller'],
    ['<p><a href="/b">Alpacas are smaller</a></p>', 'Alpacas are smaller'],
    ['<p>Most read</p><p>The poem on <a href="/b">alpacas</a> by heart.</p>', 'Most read'],
    ['<h2>See also</h2><ul><li><a href="/b">Alpacas</a></li></ul>', 'Alpacas'],
    ['<h2>More from the API</h2><ul><li><a href="/b">Alpacas</a></li></ul>', 'Alpacas'],
    ['<section><h2>More from us</h2><ul><li><a href="/b">Alpacas</a></li></ul></section>', 'Alpacas'],
    ['<ul><li><a href="/b">Alpacas</a></li></ul>', 'Alpacas'],
    ['<div class="subscriber-count"><p>Alpacas have 65 readers who like them a lot.</p></div>', '65 readers'],
    [
      '<h2 class="newsletter" id="newsletter">Alpacas in newsletters</h2><p>They are small.</p>',
      'in newsletters',
    ],
    ...[
      'how-to-subscribe',
      'recommended-settings',
      'related-work',
      'sign-up',
      'subscribe-to-a-topic',
      'social-impact',
      'cookie-consent-in-practice',
    ].flatMap(id => [
      [`<h2 id="${id}">Alpacas compared</h2><p>They are small.</p>`, 'Alpacas compared'],
      [`<section id="${id}"><p>Alpacas are smaller, and weigh 65 kg.</p></section>`, '65 kg'],
    ]),
    ['<div class="recommended-settings"><p>Alpacas are smaller, and weigh 65 kg.</p></div>', '65 kg'],
  ])('other text is kept: %s', (content, word) => {
    expect(markdownOf(content)).toContain(word)
  })
})
