import { articleOf } from './web-article.ts'
import { wordScore } from './word-score.ts'

const warmUp = 20

/** Reads the articles one after the other and prints the timings as JSON, with the mean F1 of the words. */
export function measureArticles(count: number, read: (html: string, url: string) => string): void {
  // Neither generating the pages nor scoring the output is measured.
  const articles = Array.from({ length: count }, (_, at) => articleOf(at))
  for (const { html } of articles.slice(0, warmUp)) read(html, 'http://127.0.0.1/')
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const texts = articles.map(({ html }, at) => read(html, `http://127.0.0.1/article/${at}`))
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  const scores = articles.reduce((sum, { text }, at) => sum + wordScore(texts[at] ?? '', text), 0)
  const { maxRSS } = process.resourceUsage()
  const figures = { found: count, ms, cpuMs: (user + system) / 1000, rssMegabytes: maxRSS / 1024 }
  process.stdout.write(JSON.stringify({ ...figures, score: scores / count }))
}
