'use client'
import { useState } from 'react'
import { SessionContext, useOpenSession } from '#components/playground/kept-session-context.ts'
import { newId } from '#lib/client/new-id.ts'
import { emptyBoard } from '#lib/client/rerank/board-state.ts'
import { createBoardStore } from '#lib/client/rerank/board-store.ts'
import { createBoardSession } from '#lib/client/rerank/board-session.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { BoardContext } from './board-context.ts'
import { ContractContext } from './contract-context.ts'
import { RerankAnnouncer } from './rerank-announcer.tsx'
import { RerankBench } from './rerank-bench.tsx'

/** The rerank playground: one question, and up to three models that order its documents. */
export function RerankPlayground({ contract }: { contract: ContractInfo }) {
  const [store] = useState(() => createBoardStore({ initial: emptyBoard, path: contract.path, newId }))
  const session = useOpenSession(keeping => createBoardSession({ store, ...keeping }))
  return (
    <BoardContext value={store}>
      <SessionContext value={session}>
        <ContractContext value={contract}>
          <RerankBench contract={contract} />
          {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
          <RerankAnnouncer />
        </ContractContext>
      </SessionContext>
    </BoardContext>
  )
}
