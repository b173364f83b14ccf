import { expect, test } from 'vitest'
import type { PageCache } from '#lib/capabilities/web/page-cache.ts'
import { createPageCache } from './page-cache.ts'

const page = { url: 'http://a/', status: 200, contentType: 'text/html', kind: 'html', text: 'x' } as const

function logging() {
  const warnings: string[] = []
  const ignore = (): void => undefined
  const warn = (_: unknown, text?: string): void => void warnings.push(text ?? '')
  return { warnings, log: { debug: ignore, info: ignore, warn, error: ignore } }
}

test('without the database a page is not cached, and it is logged', async () => {
  const down = (): Promise<never> => Promise.reject(new Error('down'))
  const { warnings, log } = logging()
  const pages = createPageCache({ find: down, save: down }, log)

  expect(await pages.find('team', 'key', 0)).toBeNull()
  await pages.save('team', 'key', page)

  expect(warnings).toEqual(['could not read a cached page', 'could not cache a page'])
})

test('an available cache is used', async () => {
  const kept: string[] = []
  const store: PageCache = { find: async () => page, save: async (_, key) => void kept.push(key) }
  const { warnings, log } = logging()
  const pages = createPageCache(store, log)

  await pages.save('team', 'key', page)

  expect([await pages.find('team', 'key', 0), kept, warnings]).toEqual([page, ['key'], []])
})
