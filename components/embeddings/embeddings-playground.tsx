'use client'
import { useEffect, useState } from 'react'
import { startAnalysis } from '#lib/client/embeddings/analysis/start-analysis.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { Announcer } from './announcer.tsx'
import { EmbeddingsBench } from './embeddings-bench.tsx'
import { createViewer } from './state/viewer.ts'
import { SessionContext, useOpenSession } from './use-session.ts'
import { ContractContext, ViewerContext } from './viewer-context.ts'

/** The embeddings playground: texts in, a map of their meaning out, on the shared bench. */
export function EmbeddingsPlayground({ contract }: { contract: ContractInfo }) {
  const [viewer] = useState(() => createViewer({ path: contract.path, startAnalysis }))
  const session = useOpenSession(viewer)
  useEffect(() => viewer.close, [viewer])
  return (
    <ViewerContext value={viewer}>
      <SessionContext value={session}>
        <ContractContext value={contract}>
          <EmbeddingsBench />
          {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
          <Announcer />
        </ContractContext>
      </SessionContext>
    </ViewerContext>
  )
}
