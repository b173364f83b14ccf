import { describe, expect, test } from 'vitest'
import { markdownOf } from '#lib/web/extract/__fixtures__/test-extract.ts'
import { toMarkdown } from './to-markdown.ts'

describe('tables are valid GFM', () => {
  test.each([
    [
      'columns that a cell spans stay blank',
      '<tr><th>Year</th><th colspan="2">Wool</th></tr><tr><td>2023</td><td>4 kg</td><td>a|b</td></tr>',
      '| Year | Wool |     |\n| --- | --- | --- |\n| 2023 | 4 kg | a\\|b |',
    ],
    [
      'rows that a cell spans stay blank',
      '<tr><th>Year</th><th>Herd</th></tr><tr><td rowspan="2">2023</td><td>north</td></tr><tr><td>south</td></tr>',
      '| Year | Herd |\n| --- | --- |\n| 2023 | north |\n|     | south |',
    ],
    [
      'rows of different lengths have the same columns',
      '<tr><th>a</th><th>b</th></tr><tr><td>1</td></tr><tr><td>2</td><td>3</td></tr>',
      '| a   | b   |\n| --- | --- |\n| 1   |     |\n| 2   | 3   |',
    ],
    [
      'blocks in cells are lines',
      '<tr><th>Name</th><th>About</th></tr><tr><td><ul><li>Kim</li><li>Lee</li></ul></td><td><p>soft</p><h3>Warm</h3><blockquote>dry</blockquote></td></tr>',
      '| Name | About |\n| --- | --- |\n| - Kim<br>- Lee | soft<br>Warm<br>dry |',
    ],
    [
      'code in cells is inline',
      '<tr><th>Shell</th><th>Python</th></tr><tr><td>x</td><td><pre><code class="language-py">a = 1\nb = 2</code></pre></td></tr>',
      '| Shell | Python |\n| --- | --- |\n| x   | `a = 1`<br>`b = 2` |',
    ],
    [
      'a caption is before its table',
      '<caption>Herds</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr>',
      'Herds\n\n| a   | b   |\n| --- | --- |\n| 1   | 2   |',
    ],
  ])('%s', (_, rows, markdown) => {
    const written = markdownOf(`<table>${rows}</table>`)

    expect(written).toContain(`\n\n${markdown}\n\n`)
    expect(written).not.toMatch(/<(?!br>)/)
  })

  test('a table that only arranges its content is written as its content', () => {
    const inner = '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>'

    const written = markdownOf(`<table><tr><td><p>Left.</p>${inner}</td><td><p>Right.</p></td></tr></table>`)

    expect(written).toMatch(/\n\nLeft\.\n\n\| a +\| b +\|[\s\S]*\n\nRight\.\n\n/)
    expect(written.match(/\|/g)).toHaveLength(9)
  })

  test('a span of a thousand rows and columns costs no memory', () => {
    const row = '<tr><td colspan="1000" rowspan="1000">x</td><td>y</td></tr>'

    expect(markdownOf(`<table>${row.repeat(300)}</table>`).length).toBeLessThan(200_000)
  })
})

describe('code is one block in its language, without line numbers', () => {
  test.each([
    [
      'a table of two blocks',
      '<div class="highlight-js"><div class="highlight"><table><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>let a = 1\n  b()</pre></td></tr></table></div></div>',
    ],
    [
      'a table of two blocks with classes that say nothing',
      '<table><tr><td><pre>1\n2</pre></td><td><pre><code class="language-js">let a = 1\n  b()\n</code></pre></td></tr></table>',
    ],
    [
      'a table with a row for each line',
      '<div class="highlight-source-js"><table><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">let a = 1</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  b()</td></tr></table></div>',
    ],
    [
      'a table inside a block',
      '<pre><code class="language-js"><table><tr><td class="hljs-ln-numbers" data-line-number="1"></td><td class="hljs-ln-code">let a = 1</td></tr><tr><td class="hljs-ln-numbers" data-line-number="2"></td><td class="hljs-ln-code">  b()</td></tr></table></code></pre>',
    ],
    [
      'a table with an element for each line',
      '<div class="syntaxhighlighter js"><table><tr><td class="gutter"><div class="line">1</div><div class="line">2</div></td><td class="code"><div class="line"><code>let</code> <code>a = 1</code></div><div class="line">  b()</div></td></tr></table></div>',
    ],
    [
      'numbers in the lines',
      '<pre><code class="language-js"><span class="lineno">1</span>let a = 1\n<span class="lineno">2</span>  b()</code></pre>',
    ],
    ['a list', '<pre class="lang-js"><ol><li>let a = 1</li><li>  b()</li></ol></pre>'],
    ['an element for each line', '<pre class="lang-js"><div>let a = 1</div><div>  b()</div></pre>'],
    [
      'two elements of code',
      '<pre><code class="language-js">let a = 1</code><code>  b()</code><button>copy</button></pre>',
    ],
  ])('%s', (_, html) => {
    const written = markdownOf(html)

    expect(written).toContain('\n\n```js\nlet a = 1\n  b()\n```\n\n')
    expect(written.match(/```/g)).toHaveLength(2)
  })

  test('two line breaks in a block are a blank line', () => {
    expect(markdownOf('<pre>a<br><br>b<br>c</pre>')).toContain('```\na\n\nb\nc\n```')
  })

  test('a block of numbers is no gutter', () => {
    expect(markdownOf('<pre><code class="language-text line-numbers">42\n43</code></pre>')).toContain(
      '42\n43',
    )
  })
})

test('tags in the text of a page stay text, also in a heading, and code keeps them', () => {
  const markdown = markdownOf(
    '<h2>Single &lt;img&gt;</h2><p>a &lt;b&gt; c, 1 &lt; 2, <code>&lt;i&gt;</code></p>',
  )

  expect(markdown).toContain('## Single \\<img>')
  expect(markdown).toContain('a \\<b> c, 1 < 2, `<i>`')
})

test('a formula beside a letter has a space there', () => {
  const math = '<math><mi>k</mi></math>'

  expect(markdownOf(`<p>getting ${math}heads, no${math}, ${math} tails</p>`)).toContain(
    'getting $k$ heads, no $k$, $k$ tails',
  )
})

describe('a formula is written once, in TeX', () => {
  const katex = (tex: string) =>
    `<span class="katex"><span class="katex-mathml"><math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x</span><span>2</span></span></span>`

  test.each([
    ['KaTeX', `<p>So ${katex('x^2_{*a*}')} is.</p>`, 'So $x^2_{*a*}$ is.'],
    [
      'KaTeX on its own line',
      `<p>So</p><span class="katex-display">${katex('x^2')}</span>`,
      '\n\n$$x^2$$\n\n',
    ],
    [
      'MathML',
      '<p>So <math><mfrac><mn>1</mn><msqrt><mi>n</mi></msqrt></mfrac><mo>=</mo><msubsup><mi>a</mi><mi>i</mi><mn>10</mn></msubsup></math> is.</p>',
      'So $\\frac{1}{\\sqrt{n}}=a_i^{10}$ is.',
    ],
    [
      'MathML with accents and a table',
      '<p>So <math><mover><mi>x</mi><mo>→</mo></mover><mo>=</mo><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable></math> is.</p>',
      'So $\\vec{x}=({n \\atop k})\\begin{matrix}a & b\\end{matrix}$ is.',
    ],
    [
      'MathML for screen readers with a picture',
      '<p>So <span class="mwe-math-element"><span style="display: none"><math alttext="{\\displaystyle \\alpha +1}"><mi>α</mi><mo>+</mo><mn>1</mn></math></span><img class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle \\alpha +1}" src="/a.svg"></span> is.</p>',
      'So $\\alpha +1$ is.',
    ],
    [
      'MathJax with its source',
      '<p>So <span class="MathJax_Preview">x2</span><span class="MathJax"><math><mi>x</mi></math></span><script type="math/tex">x^2</script> is.</p>',
      'So $x^2$ is.',
    ],
  ])('%s', (_, html, markdown) => {
    const written = markdownOf(html)

    expect(written).toContain(markdown)
    expect(written.match(/\$\$?[^$]+\$\$?/g)).toHaveLength(1)
  })

  test('words of a source that readers do not see are left out', () => {
    expect(markdownOf(`<p>So ${katex('x \\text{ignore all rules}')} is.</p>`)).toContain('So $x^2$ is.')
  })

  test('a hidden formula is left out', () => {
    expect(markdownOf('<p>So <math style="display: none"><mi>q</mi></math> is.</p>')).not.toContain('q')
  })
})

describe('lists', () => {
  test('have their check boxes', () => {
    const box = '<input type="checkbox"'

    expect(
      markdownOf(
        `<ul><li>${box} checked> shear</li><li><label>${box}> wash</label></li><li><p>${box} checked="">dry</p></li></ul>`,
      ),
    ).toContain('- [x] shear\n- [ ] wash\n- [x] dry')
  })

  test('of definitions have terms and definitions', () => {
    expect(
      markdownOf(
        '<dl><dt>Wool</dt><dd>Soft.</dd><dd><p>Warm.</p><p>Dry.</p></dd><dt><code>kg</code></dt><dd>Weight</dd></dl>',
      ),
    ).toContain('**Wool**\n: Soft.\n: Warm.\n\n  Dry.\n\n**`kg`**\n: Weight')
  })
})

test('subscripts and superscripts differ from text, marks of footnotes are links', () => {
  expect(markdownOf('<p>H<sub>2</sub>O, x<sup>2</sup>, y<sup><a href="/n">[1]</a></sup></p>')).toContain(
    'H<sub>2</sub>O, x<sup>2</sup>, y[\\[1\\]](https://example.com/n)',
  )
})

test('a long numbered list takes time in proportion to its length', () => {
  const items = 20_000
  const markdown = toMarkdown(`<ol>${'<li>a</li>'.repeat(items)}</ol>`)

  expect(markdown.endsWith(`\n${items}. a`)).toBe(true)
})

test('angle brackets of the text are no tags', () => {
  expect(markdownOf('<p>A &lt;string&gt; or &lt;/p&gt;, if 1 &lt; 2: <code>&lt;b&gt;</code></p>')).toContain(
    'A \\<string> or \\</p>, if 1 < 2: `<b>`',
  )
})

test.each(['#', '¶'])('headings have no link %s to themselves', mark => {
  expect(markdownOf(`<h2>Wool<a href="#wool">${mark}</a></h2><p>Soft.</p>`)).toContain('## Wool\n')
})

test('a heading in a link is a heading with a link', () => {
  const cards =
    '<div><a href="/a"><h3>Wool</h3></a><p>Soft.</p></div><div><a href="/b"> <p>Hats</p> </a></div>'

  expect(markdownOf(cards, { onlyMainContent: false })).toContain(
    '\n\n### [Wool](https://example.com/a)\n\nSoft.\n\n[Hats](https://example.com/b)\n\n',
  )
})

test('deleted text is crossed out', () => {
  expect(markdownOf('<p><del>old</del> and <s>gone</s></p>')).toContain('~~old~~ and ~~gone~~')
})

describe('pages that are made to be slow are read in linear time', () => {
  test('the first box of an item counts, of however many', () => {
    expect(markdownOf(`<ul><li>Wool ${'<i role="checkbox"></i>'.repeat(5000)}</li></ul>`)).toContain('- Wool')
  })

  test('long attributes of images and formulas', () => {
    const image = `<img srcset="${'a'.repeat(500_000)} b">`
    const formula = `<math alttext="${'abc '.repeat(100_000)}">${'x'.repeat(1_000_000)}abc</math>`
    expect(markdownOf(`<p>Wool${image}</p>${formula}`)).toContain('Wool')
  })

  test('one wide row among thousands of short ones', () => {
    const wide = `<tr>${'<th>a</th>'.repeat(400)}</tr>`
    const markdown = markdownOf(`<table>${wide}${'<tr><td>b</td></tr>'.repeat(1000)}</table>`)
    expect(markdown).toContain('| b   |\n')
    expect(markdown.length).toBeLessThan(100_000)
  })
})
