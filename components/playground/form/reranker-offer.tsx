'use client'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '#lib/client/format.ts'
import { embeddedRerankers } from '#lib/contracts/api/embedded-rerankers.ts'
import { ModelDownload } from './model-download.tsx'
import { localModelsQuery } from './model/local-models.ts'

/** Offers the cross-encoder, with its size, where the reranker without weights of its own is chosen. */
export function RerankerOffer({ model }: { model: string | null }) {
  const isHybrid = model === embeddedRerankers.hybrid
  const { data } = useQuery({ ...localModelsQuery, enabled: isHybrid })
  if (!isHybrid) return null
  const id = embeddedRerankers.crossEncoder
  const size = data?.data.find(local => local.id === id)?.size_bytes
  const offer = `For a better ranking, download the cross-encoder ${id}${size === undefined ? '' : ` (${formatBytes(size)})`}`
  return <ModelDownload model={id} offer={offer} />
}
