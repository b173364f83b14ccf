import type { ServerKind } from '#lib/engines/server-kind.ts'
import { createJinaWire } from './jina-wire.ts'
import { localRerankWire } from './local-wire.ts'
import type { RerankWire } from './rerank-wire.ts'

const jina = createJinaWire()

const wires: Partial<Readonly<Record<ServerKind, RerankWire>>> = {
  jina,
  together: jina,
  vllm: jina,
  'llama.cpp': createJinaWire({ scale: 'logit' }),
  local: localRerankWire,
  other: jina,
}

/** How a kind of server is asked to rerank; null where it cannot. */
export function rerankWireOf(server: ServerKind): RerankWire | null {
  return wires[server] ?? null
}
