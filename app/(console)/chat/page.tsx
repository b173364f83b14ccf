import type { Metadata } from 'next'
import { ChatPlayground } from '#components/chat/chat-playground.tsx'
import { readLibraryItems } from '#lib/console/home/library-items.ts'
import { contractInfos } from '#lib/console/reference/contract-info.ts'

export const metadata: Metadata = { title: 'Chat' }

export default async function ChatPage() {
  return <ChatPlayground contract={contractInfos.chat} libraryItems={await readLibraryItems()} />
}
