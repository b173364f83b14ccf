'use client'
import { useState } from 'react'
import { createChat } from '#lib/client/chat/chat-state.ts'
import { createChatStore } from '#lib/client/chat/chat-store.ts'
import { newId } from '#lib/client/new-id.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { Announcer } from './announcer.tsx'
import { ChatBench } from './chat-bench.tsx'
import { ChatContext, ContractContext } from './chat-context.ts'
import { SessionContext, useOpenSession } from './chat-session-context.ts'

/** The chat playground: one to four columns on the shared bench. */
export function ChatPlayground({ contract }: { contract: ContractInfo }) {
  const [store] = useState(() => {
    // The first id is the same on server and browser, or the page would not come alive.
    const initial = createChat([], () => 'column-1')
    return createChatStore({ initial, path: contract.path, newId })
  })
  const session = useOpenSession(store)
  return (
    <ChatContext value={store}>
      <SessionContext value={session}>
        <ContractContext value={contract}>
          <ChatBench contract={contract} />
          {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
          <Announcer />
        </ContractContext>
      </SessionContext>
    </ChatContext>
  )
}
