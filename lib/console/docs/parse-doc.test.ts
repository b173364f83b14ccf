import { expect, test } from 'vitest'
import { parseDoc } from './parse-doc.ts'

const toPath = (file: string) => (file === 'docs/api/chat.md' ? '/docs/api/chat' : null)
const parse = (markdown: string) => parseDoc('docs/hosting.md', markdown, toPath)

test('a page is cut at its headings, with the anchors of GitHub', () => {
  const sections = parse('# Hosting\nFirst.\n\n## Set `PORT`\nSecond.\n\n## Set PORT\nThird.\n')

  expect(sections).toEqual([
    { depth: 1, heading: 'Hosting', anchor: 'hosting', body: 'First.' },
    { depth: 2, heading: 'Set `PORT`', anchor: 'set-port', body: 'Second.' },
    { depth: 2, heading: 'Set PORT', anchor: 'set-port-1', body: 'Third.' },
  ])
})

test('code is not changed: neither a comment that looks like a heading nor a link', () => {
  const code = '```sh\n# comment\n[a](api/chat.md)\n```\n`[a](api/chat.md)`'

  expect(parse(`# Title\n${code}`)).toEqual([{ depth: 1, heading: 'Title', anchor: 'title', body: code }])
})

test.each([
  ['[Chat](api/chat.md)', '[Chat](/docs/api/chat)'],
  ['[the\nlimits](api/chat.md#limits)', '[the\nlimits](/docs/api/chat#limits)'],
  ['[below](#below)', '[below](#below)'],
  ['[site](https://example.org/a.md)', '[site](https://example.org/a.md)'],
  ['[Apache-2.0](../LICENSE)', 'Apache-2.0 (`LICENSE`)'],
  ['[`lib/config.ts`](../lib/config.ts)', '`lib/config.ts`'],
  ['[up](../../../etc/passwd)', 'up (`../../etc/passwd`)'],
  ['![Console](pictures/console.png)\n\nText', 'Text'],
  ['Text<!-- a\ncomment -->', 'Text'],
])('%j is shown as %j', (markdown, shown) => {
  expect(parse(`# Title\n${markdown}`)[0]?.body).toBe(shown)
})
