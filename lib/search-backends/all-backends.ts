import { arxiv } from './backends/arxiv.ts'
import { brave } from './backends/brave.ts'
import { exa } from './backends/exa.ts'
import { invidious } from './backends/invidious.ts'
import { mediawiki } from './backends/mediawiki.ts'
import { openalex } from './backends/openalex.ts'
import { piped } from './backends/piped.ts'
import { pubmed } from './backends/pubmed.ts'
import { searxng } from './backends/searxng.ts'
import { semanticScholar } from './backends/semantic-scholar.ts'
import { serper } from './backends/serper.ts'
import { tavily } from './backends/tavily.ts'
import { wolfram } from './backends/wolfram.ts'
import { youtube } from './backends/youtube.ts'
import type { BackendDefinition, BackendId } from './define-backend.ts'

const definitions: { readonly [Id in BackendId]: BackendDefinition<Id> } = {
  searxng,
  brave,
  serper,
  tavily,
  exa,
  openalex,
  'semantic-scholar': semanticScholar,
  youtube,
  invidious,
  piped,
  wolfram,
  mediawiki,
  arxiv,
  pubmed,
}

export const allBackends: readonly BackendDefinition[] = Object.values(definitions)

export function backendById(id: BackendId): BackendDefinition {
  return definitions[id]
}
