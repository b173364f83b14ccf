import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { flatText } from './flat-text.ts'
import { readTags } from './read-tags.ts'
import { scanPage } from './scan-page.ts'

test.each([
  '<!doctype html><html lang=de><head><title>A &amp; <b></title><meta name=a content="x&lt;y"><body><p>one<p>two',
  '<ul><li>a<li>b<ul><li>c</ul></ul>d</b></p></br>e<br/>f<hr>g',
  '<table><tr><td>1<td>2<tr><th>3</table><dl><dt>a<dd>b</dl><select><option>1<option>2</select>',
  '<div><svg><path d="M0"/><title>t</title><foreignObject><p/>x</foreignObject><g/></svg>after<span/>in</div>',
  '<script>if (a<b) "</b>"</script><style>p{}</style><textarea><b>&eacute;</textarea>&notit; &#0; &#x1F600; &nbsp.',
  '<a href=1 href=2 HREF=3 __proto__=x checked>x</a><i><b>y</i></b><!-- <p> --><![CDATA[ z ]]><?php q ?>',
  '</p></div><div <p>a</P ><DIV>b',
])('the events are those of a parser: %s', html => {
  expect(eventsOf(html)).toEqual(parserEventsOf(html))
})

// Each took minutes when the list of open elements was moved for each of them.
test.each(['div', 'b', 'svg'])('400,000 levels of <%s> lose no text and no link', name => {
  const levels = 400_000
  const [open, close] = [`<${name}>`.repeat(levels), `</${name}>`.repeat(levels)]
  const unmatched = '</u>'.repeat(levels)
  const html = `<p>first</p>${open}${name === 'svg' ? '' : 'deep words'}<a href="/x">${unmatched}</a>${close}<p>last</p>`

  const shown = name === 'svg' ? ['first', 'last'] : ['first', 'deep words', 'last']
  expect(flatText(html).split(/\n+/)).toEqual(shown)
  expect(scanPage(html, 'https://example.com/').links).toEqual(['https://example.com/x'])
})

type Event = readonly [string, string, Readonly<Record<string, string>>?]

function eventsOf(html: string): Event[] {
  const events: Event[] = []
  readTags(html, {
    onOpen: (name, attributes) => void events.push(['open', name, { ...attributes }]),
    onText: text => void events.push(['text', text]),
    onClose: name => void events.push(['close', name]),
  })
  return joinTexts(events)
}

function parserEventsOf(html: string): Event[] {
  const events: Event[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => void events.push(['open', name, { ...attributes }]),
    ontext: text => void events.push(['text', text]),
    onclosetag: name => void events.push(['close', name]),
  })
  parser.write(html)
  // Its end would close what is open.
  return joinTexts(events)
}

function joinTexts(events: readonly Event[]): Event[] {
  const joined: Event[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event[0] === 'text' && last?.[0] === 'text') joined.splice(-1, 1, ['text', last[1] + event[1]])
    else joined.push(event)
  }
  return joined
}
