import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'

export const roleLabels = {
  system: 'System',
  developer: 'Developer',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
  function: 'Function',
} satisfies Record<ChatMessage['role'], string>
