import { expect, test, vi } from 'vitest'
import { countTurns } from '#lib/web/fetch/__fixtures__/count-turns.ts'
import { createExtractPool } from './extract-pool.ts'
import type { ExtractionJob, ExtractionOptions } from './extraction.ts'

// Hostile pages on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const options: ExtractionOptions = {
  formats: ['markdown', 'text', 'links'],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
}
const job = (html: string, more: Partial<ExtractionOptions> = {}): ExtractionJob => ({
  kind: 'html',
  text: html,
  url: 'https://example.com/',
  options: { ...options, ...more },
})
const { signal } = new AbortController()
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

test.each([
  ['50,000 nested elements', `${'<div>'.repeat(50_000)}words`, 'nested deeper'],
  ['50,000 unclosed spans', `words${'<span>'.repeat(50_000)}`, 'nested deeper'],
  ['over a million nested elements', `words${'<i> '.repeat(1_200_000)}`, 'nested deeper'],
  ['50,000 attributes', `<p ${many(50_000, at => `a${at}=1 `)}>words</p>`, 'attributes'],
  ['150,000 elements', `<p>words</p>${'<br>'.repeat(150_000)}`, 'elements'],
  ['six million characters', `<p>words</p><p>${'x'.repeat(6_000_000)}</p>`, 'million characters'],
])('%s: only the text is read, with the reason', async (_, html, reason) => {
  const extract = createExtractPool({ workers: 1, jobMs: 20_000 })

  const { text, markdown, notes } = await extract(job(html), signal)

  expect(text?.startsWith('words')).toBe(true)
  expect(markdown).toBe(text)
  expect(notes).toEqual([expect.stringContaining(reason)])
})

test('100,000 links are all listed', async () => {
  const extract = createExtractPool({ workers: 1, jobMs: 20_000 })

  const { links } = await extract(job(many(100_000, at => `<a href="/p${at}">${at}</a>`) + '<p>'), signal)

  expect(links).toHaveLength(100_000)
})

// Within all limits, but parsing its DOM blocks a thread for long.
const slow = `<article>${many(20_000, at => `<p>Some words, and more of them, ${at}, so that they count.</p>`)}</article>`

test('a slow page is stopped: only its text and links are read', async () => {
  const extract = createExtractPool({ workers: 1, jobMs: 100 })
  // Loads the thread.
  await extract(job('<p>x</p>'), signal)

  const { text, notes } = await extract(job(slow), signal)

  expect(text).toContain('19999')
  expect(notes).toEqual([expect.stringContaining('exceeded 0.1 seconds')])
  expect((await extract(job('<p>after</p>'), signal)).text).toBe('after')
})

test('thousands of hiding rules and elements are matched in time', async () => {
  const extract = createExtractPool({ workers: 1, jobMs: 20_000 })
  const rules = many(2000, at => `.a.b${at}{display:none}`)
  const boxes = many(20_000, at => `<i class="a ${'x '.repeat(50)}c${at}">${at}</i>`)

  const { text, notes } = await extract(job(`<style>${rules}</style><p>words ${boxes}</p>`), signal)

  expect(text).toContain('19999')
  expect(notes).toEqual([])
})

test('a page that takes too much memory is stopped: only its text is read, and the next page is complete', async () => {
  const extract = createExtractPool({ workers: 1, jobMs: 60_000, memoryMegabytes: 48 })

  const { text, notes } = await extract(job(slow), signal)

  expect(text).toContain('19999')
  expect(notes).toEqual([expect.stringContaining('exceeded 48 MB')])
  expect(await extract(job('<h1>after</h1>'), signal)).toMatchObject({ markdown: '# after', notes: [] })
})

test('JSON and text are cleaned in a thread too', async () => {
  const extract = createExtractPool({ workers: 1 })

  const { markdown, text } = await extract({ ...job('[1,\r\u200b2]'), kind: 'json' }, signal)
  const long = { ...job('\r'.repeat(10_000_000)), kind: 'text' } as const
  const turns = await countTurns(async () =>
    expect((await extract(long, signal)).text).toHaveLength(10_000_000),
  )

  expect([markdown, text]).toEqual(['```json\n[1,\n2]\n```', '[1,\n2]'])
  expect(turns).toBeGreaterThan(100)
})

test('pages are read under `node --watch` too, where threads report their imports to Node', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  try {
    const extract = createExtractPool({ workers: 1, jobMs: 20_000 })

    expect((await extract(job('<p>watched</p>'), signal)).text).toBe('watched')
  } finally {
    vi.unstubAllEnvs()
  }
})

test('one page blocks neither another one nor this thread', async () => {
  const extract = createExtractPool({ workers: 2, jobMs: 20_000 })
  const order: string[] = []
  let turns = 0
  const turning = setInterval(() => turns++, 5)

  const hard = extract(job(slow), signal).then(() => order.push('hard'))
  const easy = extract(job('<p>x</p>'), signal).then(() => order.push('easy'))
  await Promise.all([hard, easy])
  clearInterval(turning)

  expect(order).toEqual(['easy', 'hard'])
  expect(turns).toBeGreaterThan(10)
})

test('an abort in the queue releases the slot, and an abort during work frees the thread', async () => {
  const extract = createExtractPool({ workers: 1, jobMs: 60_000 })
  const first = new AbortController()
  const second = new AbortController()

  const working = extract(job(slow), first.signal)
  const waiting = extract(job('<p>never</p>'), second.signal)
  const last = extract(job('<p>last</p>'), signal)
  second.abort(new Error('left while waiting'))
  await expect(waiting).rejects.toThrow('left while waiting')
  first.abort(new Error('left while working'))

  await expect(working).rejects.toThrow('left while working')
  expect((await last).text).toBe('last')
})
