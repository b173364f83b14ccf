import { expect, test } from 'vitest'
import { crawl } from './__fixtures__/crawl-tree.ts'

test('a site of 20,000 pages is read whole by crawling alone, in the order of its links', async () => {
  expect(await crawl(20_000)).toEqual({ stopped: 'done', isWhole: true })
}, 120_000)
