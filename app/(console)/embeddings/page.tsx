import type { Metadata } from 'next'
import { EmbeddingsPlayground } from '#components/embeddings/embeddings-playground.tsx'
import { contractInfos } from '#lib/console/reference/contract-info.ts'

export const metadata: Metadata = { title: 'Embeddings' }

export default function EmbeddingsPage() {
  return <EmbeddingsPlayground contract={contractInfos.embeddings} />
}
