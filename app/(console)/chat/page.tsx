import type { Metadata } from 'next'
import { PlainPlayground } from '#components/playground/plain-playground.tsx'
import { contractInfos } from '#lib/console/contract-info.ts'

export const metadata: Metadata = { title: 'Chat' }

export default function ChatPage() {
  return <PlainPlayground title="Chat" contract={contractInfos.chat} />
}
