import type { Metadata } from 'next'
import { ScrapePlayground } from '#components/scrape/scrape-playground.tsx'
import { contractInfos } from '#lib/console/reference/contract-info.ts'

export const metadata: Metadata = { title: 'Scrape' }

export default function ScrapePage() {
  return <ScrapePlayground contract={contractInfos.scrape} />
}
