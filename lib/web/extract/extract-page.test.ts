import { describe, expect, test } from 'vitest'
import { extract, markdownOf, prose } from './__fixtures__/test-extract.ts'

describe('main content', () => {
  test('is the article without menu and footer', () => {
    const markdown = markdownOf('<p>The point of it all, said here.</p>')

    expect(markdown).toContain('The point of it all')
    expect(markdown).not.toMatch(/Menu one|Imprint/)
  })

  test('is the whole page unless main content is requested', () => {
    expect(markdownOf('', { onlyMainContent: false })).toMatch(/Menu one[\s\S]*Llamas[\s\S]*Imprint/)
  })

  test('is the whole body if there is no article', () => {
    expect(extract('<body><p>One line.</p></body>').markdown).toBe('One line.')
    expect(extract('just text').markdown).toBe('just text')
    expect(extract('').markdown).toBe('')
  })

  test('of a list of links in main is the list without the menu', () => {
    const link = (name: string) => `<a href="/${name}">${name}</a>`
    const items = Array.from({ length: 30 }, (_, at) => `<li>${link(`topic-${at}`)}</li>`).join('')
    const page = `<body><nav>${link('home')} ${link('files')}</nav><main><h1>Topics</h1><nav>${link('inside')}</nav>
      <ul>${items}</ul></main><footer>${link('imprint')}</footer></body>`

    const markdown = extract(page).markdown ?? ''

    expect(markdown).toContain('topic-29')
    expect(markdown).toContain('inside')
    expect(markdown).not.toMatch(/home|files|imprint/)
  })

  test('is a short article in main, not the long sidebar beside it', () => {
    const teasers = '<div><p>A llama of the farm won a prize, as llamas of this farm often do.</p></div>'
    const page = `<body><main><article><h1>Bridge opens</h1><p>The bridge opened on Monday, and a band played for the people of the town.</p></article></main><aside>${teasers.repeat(40)}</aside></body>`

    expect(extract(page).markdown).toMatch(/^# Bridge opens\s+The bridge opened on Monday[^\n]*$/)
  })

  test('keeps the title in the header of an article as its first heading', () => {
    const page = `<html><head><title>The woolly llama | Farm</title></head><body><header><h1>Farm</h1></header>
      <article><header><h1>The woolly llama</h1><p>by Ann</p></header>${prose}<h2>Wool</h2>${prose}</article></body></html>`

    const markdown = extract(page).markdown ?? ''

    expect(markdown.startsWith('# The woolly llama\n')).toBe(true)
    expect(markdown.match(/The woolly llama/g)).toHaveLength(1)
    expect(markdown).toContain('\n## Wool\n')
    expect(markdown).not.toContain('# Farm')
  })

  test('keeps embedded posts, whatever the class of the element around them', () => {
    const post =
      '<blockquote class="twitter-tweet"><p>It is all true.</p>— Ann (@ann) <a href="https://t.example/1">May 1, 2020</a></blockquote>'

    expect(markdownOf(`<div class="social-media-embed"><div>${post}</div></div>`)).toContain(
      '> It is all true.\n>\n> — Ann (@ann) [May 1, 2020]',
    )
  })

  test('keeps the terms of a definition list whose names look like those of a page header', () => {
    const list =
      '<dl><dt class="subheader" id="wool">Wool</dt><dd>The hair of llamas, which is soft.</dd></dl>'

    expect(markdownOf(list)).toContain('**Wool**\n: The hair of llamas')
  })

  test.each([
    ['<h2><a href="#wool" aria-label="wool permalink" class="anchor"><svg></svg></a>Wool</h2>'],
    ['<h2>Wool <a class="headerlink" href="#wool" title="Permalink to this heading">¶</a></h2>'],
    ['<h2>Wool<a href="#wool">#</a></h2>'],
  ])('%s is a heading without the link to itself', heading => {
    expect(markdownOf(`${heading}<p>x</p>`)).toContain('\n## Wool\n')
  })

  test('the lines of a heading are one, and links to other places stay', () => {
    expect(markdownOf('<h2>Designed to<br>be redesigned</h2><p>x</p>')).toContain(
      '\n## Designed to be redesigned\n',
    )
    expect(markdownOf('<h2><a href="/wool">Wool</a></h2><p>x</p>')).toMatch(/\n## \[Wool\]\(\S+\/wool\)\n/)
  })

  test('keeps the levels of headings', () => {
    expect(markdownOf('<h1>One</h1><p>x</p><h2>Two</h2><p>x</p><h3>Three</h3><p>x</p>')).toMatch(
      /\n# One\n[\s\S]*\n## Two\n[\s\S]*\n### Three\n/,
    )
  })
})

describe('text that browsers display', () => {
  test('is read from declarative shadow roots, not from other templates', () => {
    const card = `<x-card><template shadowrootmode="open"><style>p{}</style><p>Inside the card.</p></template>Slotted.</x-card><template><p>Stamp.</p></template>`
    const markdown = markdownOf(card)

    expect(markdown).toMatch(/Inside the card\.\s+Slotted\./)
    expect(markdown).not.toContain('Stamp')
  })

  test('is read from CDATA of XHTML', () => {
    const body = `<body><article>${prose}<p>One <![CDATA[< two & three]]> four.</p>${prose}</article></body>`
    const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${body}</html>`

    expect(extract(page).text).toContain('One < two & three four.')
  })
})

describe('tags', () => {
  test('excluded tags are removed before the main content is selected', () => {
    const page = `<body><article class="ad">${prose}Buy now${prose}${prose}</article><article>${prose}Read this</article></body>`

    expect(extract(page).markdown).toContain('Buy now')
    const without = extract(page, { excludeTags: ['.ad'] })
    expect(without.markdown).not.toContain('Buy now')
    expect(without.markdown).toContain('Read this')
  })

  test('included tags are the only content, in page order and without duplicates', () => {
    const page = `<body><p id="a">A</p><div class="x"><p class="x">B</p></div><p>C</p><p class="x">D<b hidden>no</b></p></body>`

    expect(extract(page, { includeTags: ['.x', '#a'] }).text).toBe('A\n\nB\n\nD')
    expect(extract(page, { includeTags: ['.x'], excludeTags: ['div'] }).text).toBe('D')
    expect(extract(page, { includeTags: ['article'] }).markdown).toBe('')
  })
})

describe('Markdown', () => {
  test('has tables without a header row', () => {
    expect(markdownOf('<table><tr><td>a</td><td>b|c</td></tr><tr><td>1</td><td>2</td></tr></table>')).toMatch(
      /\| a +\| b\\\|c +\|\n\| 1 +\| 2 +\|/,
    )
  })

  test('has tables with a header row and links', () => {
    expect(
      markdownOf(
        '<table><thead><tr><th>Name</th><th>Page</th></tr></thead><tbody><tr><td>x</td><td><a href="/y">y</a></td></tr></tbody></table>',
      ),
    ).toMatch(/\| Name +\| Page +\|\n\| -+ \| -+ \|\n\| x +\| \[y\]\(https:\/\/example\.com\/y\) \|/)
  })

  test('has nested lists, indented by marker width', () => {
    const list =
      '<ul><li>one<ol start="3"><li>three<ul><li>deep</li></ul></li><li>four</li></ol></li><li>two</li></ul>'

    expect(markdownOf(list)).toContain('- one\n  3. three\n     - deep\n  4. four\n- two')
  })

  test.each([
    ['<pre><code class="language-python">def f():\n    pass\n</code></pre>', 'python'],
    ['<pre class="brush: js">def f():\n    pass</pre>', 'js'],
    ['<div class="highlight-source-rust"><pre>def f():\n    pass</pre></div>', 'rust'],
    [
      '<div class="highlight"><pre><code data-lang="go"><span>def</span> f():\n    pass</code></pre></div>',
      'go',
    ],
    ['<pre><code class="hljs lang-c++">def f():<br>    pass</code></pre>', 'c++'],
    ['<pre><code>def f():\n    pass</code></pre>', ''],
  ])('has code with its language: %s', (html, language) => {
    expect(markdownOf(html)).toContain(`\`\`\`${language}\ndef f():\n    pass\n\`\`\``)
  })

  test('uses a fence longer than any inside the code', () => {
    expect(markdownOf('<pre>```\n# not a heading\n```</pre>')).toContain(
      '````\n```\n# not a heading\n```\n````',
    )
  })

  test('puts the blocks of a linked card on one line', () => {
    expect(
      markdownOf('<div>see <a href="x"><h3>Card</h3><p>with text</p></a></div>', { onlyMainContent: false }),
    ).toContain('[Card with text](https://example.com/blog/x)')
  })

  test('escapes text that a page marks as a formula of its own', () => {
    const marked = markdownOf('<p>Rules: <span data-math>*all* [words](https://x.example)</span></p>')

    expect(marked).toContain('Rules: \\*all\\* \\[words\\](https://x.example)')
  })

  test('escapes brackets and spaces in URLs', () => {
    expect(markdownOf('<p><a href="/a_(b) c">x</a></p>')).toContain('[x](https://example.com/a_\\(b\\)%20c)')
  })
})

describe('URLs', () => {
  test('are absolute by base, then by the page', () => {
    expect(markdownOf('<p><a href="sub/x?a=1&amp;b=%26lt;">y</a></p>')).toContain(
      '(https://example.com/blog/sub/x?a=1&b=%26lt;)',
    )
    const page = `<head><base href="/other/"><base href="/third/"></head><body><p><a href="x">y</a> <img src="//cdn.example/i.png" alt="i"></p></body>`
    expect(extract(page).markdown).toBe('[y](https://example.com/other/x) ![i](https://cdn.example/i.png)')
  })

  test('of scripts are dropped, mail and telephone links stay', () => {
    const page = '<body><a href="javascript:alert(1)">run</a> <a href="mailto:a@b.c">write</a></body>'

    expect(extract(page).markdown).toBe('run [write](mailto:a@b.c)')
    expect(extract(page).html).not.toContain('javascript:')
  })

  test('are listed from the whole page, absolute and unique, without fragments', () => {
    const page = `<body><nav><a href="/menu">m</a></nav><article>${prose}<a href="/x">a</a><a href="https://EXAMPLE.com/x">b</a>
      <a href="#top">t</a><a href="#/route">r</a><a href="ftp://f/">f</a><area href="/area"></article></body>`

    expect(extract(page).links).toEqual([
      'https://example.com/menu',
      'https://example.com/x',
      'https://example.com/blog/post#/route',
      'https://example.com/area',
    ])
  })
})

describe('metadata', () => {
  test('comes from the head, complete and trimmed', () => {
    const { metadata } = extract(`<html lang="de-AT"><head><title> Lamas &amp;
      Alpakas </title><meta name="description" content="Alles"><meta property="og:title" content="OG"><meta property="og:image" content="/i.png">
      <meta name="author" content="Ann"><meta property="article:published_time" content="2026-01-02"><link rel="canonical" href="/lamas"></head><body><svg><title>no</title></svg></body>`)

    expect(metadata).toEqual({
      title: 'Lamas & Alpakas',
      description: 'Alles',
      language: 'de-AT',
      author: 'Ann',
      publishedTime: '2026-01-02',
      canonical: 'https://example.com/lamas',
      ogTitle: 'OG',
      ogImage: 'https://example.com/i.png',
    })
  })

  test('has a title if the head has none', () => {
    expect(extract('<meta property="og:title" content="OG"><h1>H</h1>').metadata.title).toBe('OG')
    expect(extract('<h1>H<b>1</b></h1>').metadata.title).toBe('H1')
    expect(extract('<p>').metadata).toEqual({ title: '', description: '', language: '' })
  })
})

describe('pages without visible content', () => {
  test.each([
    '<body><div id="root"></div><script src="/app.js"></script></body>',
    '<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="app"></div><script src="/a.js"></script></body>',
    '<body><div id="__next"></div><p>Loading the application, please wait …</p><script></script></body>',
  ])('before scripts run are detected: %s', html => {
    expect(extract(html).needsScripts).toBe(true)
  })

  test.each([
    `<body><div id="root">${prose}</div><script src="/app.js"></script></body>`,
    '<body><p>A short page without scripts.</p></body>',
    '<body><h1>Thank you, your order is on its way.</h1><script>track()</script></body>',
  ])('do not include pages with visible content: %s', html => {
    expect(extract(html).needsScripts).toBe(false)
  })

  test('a cookie notice alone is detected, a page with a notice is not', () => {
    const notice = `<div class="banner"><h2>We value your privacy</h2><p>We use cookies to improve your experience.
      You may accept all cookies or manage your consent.</p><button>Accept all cookies</button></div>`

    expect(extract(`<body>${notice}</body>`).notes).toEqual([
      'The page shows little more than a cookie notice.',
    ])
    const page = extract(`<body>${notice}<article>${prose}</article></body>`)
    expect(page.notes).toEqual([])
    expect(page.markdown).not.toContain('Accept all cookies')
  })
})

test.each([
  '<p>hi',
  '<html><p>hi',
  '<script>1</script><html><head></head><body><p>hi</p></body></html>',
  '<head><title>t</title></head><p>hi</p></body>',
  '<html><head></head><div>hi</div></html>',
  '<html><head></head><body></body></html><p>hi</p>',
  '<!-- c --><!doctype html><html><body onload="x"><p>hi</p>',
])('a page without html or body tags is read: %s', html => {
  expect(extract(html).text).toBe('hi')
})

describe('images', () => {
  test.each([
    ['<img src="data:image/gif;base64,R0" data-src="/real.jpg" alt="a">', '/real.jpg'],
    ['<img src="/img/placeholder.png" data-lazy-src="/real.jpg" alt="a">', '/real.jpg'],
    ['<img srcset="/s.jpg 320w, /real.jpg 1280w, /m.jpg 640w" alt="a">', '/real.jpg'],
    ['<img data-srcset="/s.jpg 1x, /real.jpg 2x" alt="a">', '/real.jpg'],
    ['<picture><source srcset="/s.webp 1x, /real.jpg 2x"><img alt="a"></picture>', '/real.jpg'],
    [
      '<img class="lazy" src="/blank.gif" alt="b"><noscript><img src="/real.jpg" alt="a"></noscript>',
      '/real.jpg',
    ],
    ['<noscript><img src="/real.jpg" alt="a"></noscript>', '/real.jpg'],
    ['<img src="/real.jpg" data-src="/other.jpg" alt="a">', '/real.jpg'],
  ])('lazy-loaded images have their real URL: %s', (html, path) => {
    const markdown = markdownOf(`<p>${html}</p>`)

    expect(markdown).toContain(`![a](https://example.com${path})`)
    expect(markdown.match(/!\[/g)).toHaveLength(1)
  })

  test('embedded images keep only their alt text, unless requested', () => {
    const image = '<p><img src="data:image/png;base64,AAAA" alt="a cat"></p>'

    expect(markdownOf(image)).not.toContain('base64')
    expect(markdownOf(image)).toContain('a cat')
    expect(markdownOf(image, { removeBase64Images: false })).toContain('![a cat](data:image/png;base64,AAAA)')
  })
})
