import { linking, startTestSite, type TestPages } from '#lib/capabilities/__fixtures__/test-site.ts'

/** Crawls a site without a sitemap whose pages link to ten others each. */
export async function crawl(count: number): Promise<{ readonly stopped: unknown; readonly isWhole: boolean }> {
  const pages = Array.from({ length: count }, (_, at) => `/p/${at}`)
  const tree: TestPages = Object.fromEntries(
    pages.map((path, at) => [path, linking('/', ...pages.slice(at * 10 + 1, at * 10 + 11))]),
  )
  await using site = await startTestSite({ '/': linking('/p/0'), ...tree }, { budgets: { pagesMax: count + 1 } })

  const { paths, answer } = await site.map({
    limit: 30_000,
    ignoreSitemap: true,
    timeout: 110_000,
    details: true,
  })

  const wanted = ['/', ...pages]
  const isWhole = paths.length === wanted.length && paths.every((path, at) => path === wanted[at])
  return { stopped: answer.stopped, isWhole }
}
