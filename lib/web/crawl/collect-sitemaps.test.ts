import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'
import { collectSitemaps } from './collect-sitemaps.ts'
import { LinkList } from './link-list.ts'
import { type BudgetName, mapBudgets } from './map-budgets.ts'
import { createSite } from './site.ts'

const base = new URL('https://a.example/')
const megabyte = 1024 * 1024

describe('a sitemap bomb', () => {
  const blank = gzipSync(Buffer.alloc(45 * megabyte, ' \n'))

  test('of blanks is a few kilobytes, and is read to its links in linear time', async () => {
    const file = Buffer.concat([blank, gzipSync(sitemap('/last'))])
    expect(file.length).toBeLessThan(100_000)

    expect(await collect({ '/s.xml': bytes(file) })).toEqual({ paths: ['/last'], cuts: [] })
  })

  test('stops at the signal although its body has arrived', async () => {
    const controller = new AbortController()
    let pieces = 0
    const endless = async function* () {
      for (;;) {
        if (++pieces === 50) controller.abort(new Error('out of time'))
        yield Buffer.alloc(16_384, ' ')
      }
    }

    await expect(collect({ '/s.xml': endless }, { signal: controller.signal })).rejects.toThrow('out of time')
    expect(pieces).toBeLessThan(60)
  })

  test('counts blanks in the budget of all sitemaps; the part before is kept', async () => {
    const body = `${sitemap('/a').replace('</urlset>', '')}${' '.repeat(2 * megabyte)}${sitemap('/b')}`
    const files = { '/s.xml': bytes(gzipSync(body)) }

    const { paths, cuts } = await collect(files, { sitemapBytesMax: megabyte })

    expect(paths).toEqual(['/a'])
    expect(cuts).toContain('sitemaps')
  })
})

describe('a file that is not as stated', () => {
  test('keeps its links before garbage at the end of its gzip data', async () => {
    const file = Buffer.concat([gzipSync(sitemap('/a', '/b')), Buffer.from('<!-- cached -->')])

    expect(await collect({ '/s.xml': bytes(file) })).toEqual({ paths: ['/a', '/b'], cuts: [] })
  })

  test('keeps the whole lines before its end in a connection that breaks', async () => {
    const broken = async function* () {
      yield Buffer.from('https://a.example/a\nhttps://a.example/hal')
      throw new ApiError('fetch_failed', 'broken')
    }

    expect(await collect({ '/s.txt': broken })).toEqual({ paths: ['/a'], cuts: ['links'] })
  })

  test.each([
    ['inside a URL', sitemap('/a', '/b/long').slice(0, -25)],
    [
      'between two',
      sitemap('/a', '/b').slice(0, -'<url><loc>https://a.example/b</loc></url></urlset>'.length),
    ],
  ])('keeps its links before its end %s, and counts as cut', async (_, body) => {
    expect(await collect({ '/s.xml': bytes(body) })).toEqual({ paths: ['/a'], cuts: ['links'] })
  })
})

test('an index of many files is cut at the maximum', async () => {
  const locs = Array.from(
    { length: 30 },
    (_, at) => `<sitemap><loc>https://a.example/${at}.xml</loc></sitemap>`,
  )
  const files = Object.fromEntries(locs.map((_, at) => [`/${at}.xml`, bytes(sitemap(`/p${at}`))]))
  const index = bytes(`<sitemapindex>${locs.join('')}</sitemapindex>`)

  const { paths, cuts } = await collect({ ...files, '/s.xml': index }, { sitemapFilesMax: 4 })

  expect(paths).toEqual(['/p0', '/p1', '/p2'])
  expect(new Set(cuts)).toEqual(new Set(['sitemaps']))
})

interface CollectTestOptions {
  readonly signal?: AbortSignal
  readonly sitemapBytesMax?: number
  readonly sitemapFilesMax?: number
}

async function collect(
  files: Readonly<Record<string, () => AsyncIterable<Buffer>>>,
  { signal = new AbortController().signal, ...budgets }: CollectTestOptions = {},
): Promise<{ paths: string[]; cuts: BudgetName[] }> {
  const list = new LinkList(1000)
  const cuts: BudgetName[] = []
  await collectSitemaps({
    base,
    named: Object.keys(files)
      .filter(path => /^\/[st]/.test(path))
      .map(path => new URL(path, base).href),
    site: createSite(base, false),
    list,
    fetch: url => Promise.resolve(respond(url, files[new URL(url).pathname])),
    budgets: { ...mapBudgets, ...budgets },
    signal,
    enough: () => false,
    read: () => undefined,
    cut: budget => void cuts.push(budget),
  })
  return { paths: list.all.map(({ href }) => new URL(href).pathname), cuts }
}

function respond(url: string, file: (() => AsyncIterable<Buffer>) | undefined): SafeResponse {
  const body = file?.() ?? bytes('')()
  return {
    status: file === undefined ? 404 : 200,
    url,
    headers: { 'content-type': 'application/xml' },
    body,
    bytes: async () => Buffer.concat(await Array.fromAsync(body)),
    abort: () => undefined,
  }
}

function bytes(file: Buffer | string): () => AsyncIterable<Buffer> {
  return async function* () {
    yield Buffer.from(file)
  }
}

function sitemap(...paths: readonly string[]): string {
  return `<urlset>${paths.map(path => `<url><loc>https://a.example${path}</loc></url>`).join('')}</urlset>`
}
