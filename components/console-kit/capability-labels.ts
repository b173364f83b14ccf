import type { RequestCapability } from '#lib/contracts/console/request-capability.ts'
import { toCapability } from '#lib/contracts/console/request-capability.ts'

export const capabilityLabels: Readonly<Record<RequestCapability, string>> = {
  chat: 'Chat',
  embeddings: 'Embeddings',
  rerank: 'Rerank',
  map: 'Map',
  scrape: 'Scrape',
  search: 'Search',
  documents: 'Documents',
  library: 'Library',
}

/** The capability of a row; for an unknown one, its operation name. */
export function nameCapability(row: { readonly route: string; readonly model: string | null }): string {
  const capability = toCapability(row)
  return capability === null ? row.route : capabilityLabels[capability]
}
