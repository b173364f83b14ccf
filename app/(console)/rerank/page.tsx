import type { Metadata } from 'next'
import { RerankPlayground } from '#components/rerank/rerank-playground.tsx'
import { contractInfos } from '#lib/console/reference/contract-info.ts'

export const metadata: Metadata = { title: 'Rerank' }

export default function RerankPage() {
  return <RerankPlayground contract={contractInfos.rerank} />
}
