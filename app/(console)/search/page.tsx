import type { Metadata } from 'next'
import { SearchPlayground } from '#components/search/search-playground.tsx'
import { contractInfos } from '#lib/console/reference/contract-info.ts'

export const metadata: Metadata = { title: 'Search' }

export default function SearchPage() {
  const { search, chat, embeddings, rerank } = contractInfos
  return <SearchPlayground contract={search} neighbours={{ chat, embeddings, rerank }} />
}
