import { createHash } from 'node:crypto'
import { newId } from '#lib/capabilities/new-id.ts'
import type { SearchChunk } from '#lib/contracts/search.ts'

export type SearchHead = Pick<SearchChunk, 'id' | 'created' | 'model' | 'system_fingerprint'>

/** What every event of one answer has in common. */
export function createSearchHead(version: string): SearchHead {
  const digest = createHash('sha256').update(`sextant-ai-search\n${version}`).digest('hex')
  return {
    id: newId('search-', 24),
    created: Math.floor(Date.now() / 1000),
    model: 'sextant-ai-search',
    system_fingerprint: `fp_${digest.slice(0, 10)}`,
  }
}
