import type { ServerKind } from '#lib/engines/server-kind.ts'
import { cohereRerankWire } from './cohere-wire.ts'
import { createJinaWire } from './jina-wire.ts'
import { localRerankWire } from './local-wire.ts'
import { mixedbreadRerankWire } from './mixedbread-wire.ts'
import type { RerankWire } from './rerank-wire.ts'
import { teiRerankWire } from './tei-wire.ts'
import { voyageRerankWire } from './voyage-wire.ts'

const jina = createJinaWire()

const wires: Partial<Readonly<Record<ServerKind, RerankWire>>> = {
  cohere: cohereRerankWire,
  together: jina,
  jina,
  voyage: voyageRerankWire,
  mixedbread: mixedbreadRerankWire,
  // Without the field, a pair that is too long is refused; −1 is the whole window.
  vllm: createJinaWire({ fields: { truncate_prompt_tokens: -1 } }),
  'llama.cpp': createJinaWire({ scale: 'logit' }),
  tei: teiRerankWire,
  local: localRerankWire,
  other: jina,
}

/** How a kind of server is asked to rerank; null where it cannot. */
export function rerankWireOf(server: ServerKind): RerankWire | null {
  return wires[server] ?? null
}
