import type { Metadata } from 'next'
import { ChatPlayground } from '#components/chat/chat-playground.tsx'
import { contractInfos } from '#lib/console/reference/contract-info.ts'

export const metadata: Metadata = { title: 'Chat' }

export default function ChatPage() {
  return <ChatPlayground contract={contractInfos.chat} />
}
