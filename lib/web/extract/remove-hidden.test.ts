import { describe, expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { extract, markdownOf, prose } from './__fixtures__/test-extract.ts'
import { readSelectors } from './hidden-styles.ts'

describe('hidden text', () => {
  test.each([
    '<p style="display:none">SECRET</p>',
    '<p style="DISPLAY : none !important">SECRET</p>',
    '<p style="visibility:hidden">SECRET</p>',
    '<p style="opacity:0">SECRET</p>',
    '<p style="opacity: 0.0; color: red">SECRET</p>',
    '<p style="font-size:0">SECRET</p>',
    '<p style="font-size: 1px">SECRET</p>',
    '<p style="position:absolute;left:-9999px">SECRET</p>',
    '<p style="text-indent:-100em">SECRET</p>',
    '<p style="color:transparent">SECRET</p>',
    '<p style="color:#fff;background:#fff">SECRET</p>',
    '<p style="position:absolute;clip:rect(0 0 0 0)">SECRET</p>',
    '<p style="height:0;overflow:hidden">SECRET</p>',
    '<p style="/* */display:/**/none">SECRET</p>',
    '<p hidden>SECRET</p>',
    '<span aria-hidden="true">SECRET</span>',
    '<template><p>SECRET</p></template>',
    '<dialog>SECRET</dialog>',
    '<noscript>SECRET</noscript>',
    '<!-- SECRET -->',
    '<script type="text/plain">SECRET</script>',
    '<style>SECRET</style>',
    '<svg><text>SECRET</text></svg>',
  ])('is in no format: %s', html => {
    const page = `<body><article>${prose}${html}${prose}</article></body>`

    for (const onlyMainContent of [true, false]) {
      const { markdown, html: cleaned, text } = extract(page, { onlyMainContent })
      expect(`${markdown}${cleaned}${text}`).not.toContain('SECRET')
      expect(markdown).toContain('Llamas')
    }
  })

  test.each([
    '<p style="opacity:0.5">SHOWN</p>',
    '<p style="margin-left:-20px">SHOWN</p>',
    '<p style="width:1%;overflow:hidden">SHOWN</p>',
    '<p style="font-size:1.5rem">SHOWN</p>',
    '<p style="color:#000;background:#fff">SHOWN</p>',
    '<details><summary>More</summary>SHOWN</details>',
  ])('does not include visible text: %s', html => {
    expect(markdownOf(html)).toContain('SHOWN')
  })

  test.each([
    '<div style="opacity:0">BODY</div>',
    '<div style="opacity: 0; transform: translateY(-200px)">BODY</div>',
    // There are no gaps between columns.
    '<div style="font-size:0"><div style="font-size:16px">BODY</div></div>',
  ])('a page that scripts show or move in as a whole is read: %s', around => {
    const page = `<body><nav><a href="/">Home</a></nav>${around.replace('BODY', prose)}</body>`

    expect(extract(page).markdown).toContain('Llamas')
  })

  const secrets = `SECRET ${prose.repeat(30)}`

  test.each([
    '<div style="opacity:0">BODY</div>',
    '<div style="transform:translateX(-9999px)">BODY</div>',
    '<div style="font-size:0">BODY</div>',
    '<main style="font-size:0">BODY</main>',
    '<div style="font-size:0"><p style="font-size:unset">BODY</p></div>',
    '<div style="font-size:0;left:-9999px"><p style="font-size:16px">BODY</p></div>',
    '<div style="font-size:0.01rem">BODY</div>',
    '<div style="position:absolute;left:-9999px">BODY</div>',
    '<div style="color:#fff;background:#fff">BODY</div>',
    '<div style="display:none">BODY</div>',
    '<div hidden>BODY</div>',
    // Padding is no text.
    '<div style="opacity:0">SECRET PADDING</div>',
    '<style>.x{display:none}</style><div class="x">BODY</div>',
    '<style>.x{font-size:0}</style><div class="x">BODY</div>',
  ])('that is longer than what people read is in no format: %s', around => {
    const hidden = around.replace('BODY', secrets).replace('PADDING', ' '.repeat(100_000))
    const { markdown, html, text } = extract(`<body><article>${prose}</article>${hidden}</body>`, {
      onlyMainContent: false,
    })

    expect(markdown).toContain('Llamas')
    expect(`${markdown}${html}${text}`).not.toContain('SECRET')
  })

  test.each(['font-size:0', 'left:-9999px', 'color:#fff;background:#fff', 'height:0;overflow:hidden'])(
    'is never shown by scripts with %s',
    style => {
      expect(extract(`<body><div style="${style}">SECRET ${prose}</div></body>`).text).not.toContain('SECRET')
    },
  )

  test.each([
    '<div hidden>BODY</div>',
    '<div style="display:none">BODY</div>',
    '<div aria-hidden="true">BODY</div>',
  ])('a page that is hidden as a whole is read: %s', around => {
    const page = `<body><script>${'go();'.repeat(500)}</script>${around.replace('BODY', prose)}</body>`

    expect(extract(page).markdown).toContain('Llamas')
  })

  test('a long hidden notice on a short page is not read', () => {
    const notice = `<div style="display:none">SECRET ${prose}</div>`

    expect(
      extract(`<body><h1>Llamas</h1><p>They live here, high up, and eat.</p>${notice}</body>`).text,
    ).not.toContain('SECRET')
  })

  test('columns without gaps are shown, and text of no size is not', () => {
    const columns = '<div style="font-size:0">SECRET<p style="font-size:1rem">SHOWN</p></div>'

    const markdown = markdownOf(columns)

    expect(markdown).toContain('SHOWN')
    expect(markdown).not.toContain('SECRET')
  })

  const styled = (css: string, html: string) =>
    `<html><head><style>${css}</style></head><body><article>${prose}${html}${prose}</article></body></html>`

  test.each([
    ['.x{display:none}', '<p class="a x">SECRET</p>'],
    ['.a, p.x#y { color: red; DISPLAY : none !important }', '<p class="x" id="y">SECRET</p>'],
    ['#y{visibility:hidden}', '<p id="y">SECRET</p>'],
    ['aside{display:none}', '<aside>SECRET</aside>'],
    [
      '@import "a.css"; /* .x{display:block} */ .x{position:absolute;left:-9999px}',
      '<p class="x">SECRET</p>',
    ],
    ['@media screen{.x{font-size:0}}', '<p class="x">SECRET</p>'],
    ['@media print{.y{color:red}} .x{color:#fff;background:#fff}', '<p class="x">SECRET</p>'],
    ['.x{display:block} .x{display:none}', '<p class="x">SECRET</p>'],
    ['.x{display:none', '<p class="x">SECRET</p>'],
    ['.2x,.--,#-{display:none}', '<p class="2x">SECRET</p>'],
    ['P.x{display:none}', '<p class="\n b\t x ">SECRET</p>'],
  ])('hidden by a style rule is in no format: %s', (css, html) => {
    const { markdown, html: cleaned, text } = extract(styled(css, html))

    expect(`${markdown}${cleaned}${text}`).not.toContain('SECRET')
    expect(markdown).toContain('Llamas')
  })

  test.each([
    ['@media print{.x{display:none}}', '<p class="x">SHOWN</p>'],
    ['@media (max-width:600px){.x{display:none}}', '<p class="x">SHOWN</p>'],
    ['.menu .x{display:none}', '<p class="x">SHOWN</p>'],
    ['.x:hover{display:none}', '<p class="x">SHOWN</p>'],
    ['.x{display:none} .x{display:block}', '<p class="x">SHOWN</p>'],
    ['.x{display:none}', '<p class="x" style="display: block">SHOWN</p>'],
    ['main{display:none} body{opacity:0}', '<p>SHOWN</p>'],
    ['.y{display:none}', '<p class="x">SHOWN</p>'],
    ['.x.y,p#x,div.x{display:none}', '<p class="x" id="y">SHOWN</p>'],
    ['.x{opacity:0;transform:translateY(900px)}', '<p class="x">SHOWN</p>'],
    ['article{display:none}', '<p>SHOWN</p>'],
    ['*{display:none} {display:none} }}{{ .x[a{display:none}', '<p class="x">SHOWN</p>'],
  ])('does not include text that a rule leaves visible: %s', (css, html) => {
    expect(extract(styled(css, html)).markdown).toContain('SHOWN')
  })

  test('columns in an element whose rule removes the gaps between them are shown', () => {
    const css = '.row{font-size:0} .column{font-size:1rem}'

    const html = '<div class="row">SECRET<div class="column">SHOWN</div><p>SECRET</p></div>'
    const { text } = extract(styled(css, html))

    expect(text).toContain('SHOWN')
    expect(text).not.toContain('SECRET')
  })

  test('text without a size leaves no empty link behind', () => {
    expect(markdownOf('<p>Before <a href="/x" style="font-size:0">SECRET</a> after.</p>')).toContain(
      'Before after.',
    )
  })

  test('a page in a container without a font size is shown if its columns have rules that are not read', () => {
    const html = `<body><div class="row"><div class="column">${prose}</div></div></body>`

    expect(extract(`<style>.row{font-size:0} .row > .column{font-size:1rem}</style>${html}`).text).toContain(
      'Llamas',
    )
  })

  test('slides that a script shows one by one are all shown if they are most of the page', () => {
    const slides = Array.from(
      { length: 20 },
      (_, at) => `<div class="slide"><p>Slide ${at}. ${prose}</p></div>`,
    )

    const { text } = extract(
      `<head><style>.slide,.menu{display:none}</style></head><body><p class="menu">SECRET</p>${slides.join('')}</body>`,
    )

    expect(text).toMatch(/Slide 0\.[\s\S]*Slide 19\./)
    expect(text).not.toContain('SECRET')
  })

  test('in invisible characters is removed, and joiners that a script needs stay', () => {
    const text = extract(
      '<p>a\u200bb\u00adc\u202ed\u{e0041}\u{e0042}e\ufefff g\u200dh &#8203;i</p><p>می\u200cخواهم 👩\u200d🌾</p>',
    ).text

    expect(text).toBe('abcdef gh i\n\nمی\u200cخواهم 👩\u200d🌾')
  })
})

test('thousands of rules are fast', () => {
  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join('')
  for (const css of ['{'.repeat(500_000), '@x{'.repeat(150_000), '/*'.repeat(250_000), ','.repeat(500_000)]) {
    expect(readSelectors([css]).hidden).toEqual([])
  }
  expect(readSelectors([many(100_000, at => `.a${at}{display:none}`)]).hidden).toHaveLength(2000)
})

test('thousands of invisible characters are fast', () => {
  for (const character of ['\u200d', '\ufe0f', '\u{e0041}']) {
    expect(cleanText(`a${character.repeat(3_000_000)}b`).length).toBeLessThan(5)
  }
})
