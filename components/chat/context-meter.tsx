'use client'
import { isSendable } from '#lib/client/chat/chat-body.ts'
import { readActive, readModelId } from '#lib/client/chat/chat-state.ts'
import { readPath } from '#lib/client/chat/conversation.ts'
import { estimateMessage } from '#lib/client/chat/estimate-message.ts'
import { formatCount, formatShare } from '#lib/client/format.ts'
import { toUserMessage } from '#lib/client/chat/message-text.ts'
import { useChatState } from './chat-context.ts'
import { useModel } from '#components/playground/use-model.ts'

/** How full the model's window is, message by message; nothing where the window is not known. */
export function ContextMeter() {
  const state = useChatState()
  const column = readActive(state)
  const window = useModel(readModelId(column))?.context_window ?? null
  if (window === null) return null
  const { text, images } = state.pending
  const parts = [
    ...(column.system
      ? [{ key: 'system', tokens: estimateMessage({ role: 'system', content: column.system }) }]
      : []),
    ...readPath(column.conversation)
      .filter(isSendable)
      .map(({ id, message }) => ({
        key: id,
        tokens: estimateMessage(message),
      })),
    ...(text === '' ? [] : [{ key: 'pending', tokens: estimateMessage(toUserMessage(text, images)) }]),
  ]
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const share = total / window
  const label = `≈ ${formatCount(total)} of ${formatCount(window)} tokens, ${formatShare(share)}`
  return (
    <div className="text-xs text-muted">
      <div aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line">
        {parts.map(({ key, tokens }, index) => (
          <span
            key={key}
            className={share > 1 ? 'bg-bad' : index % 2 === 0 ? 'bg-accent' : 'bg-control'}
            style={{ width: `${(tokens / Math.max(window, total)) * 100}%` }}
          />
        ))}
      </div>
      <p className="mt-1">
        {label}
        {share > 1 && <span className="text-bad"> · over the window: the API will refuse it</span>}
      </p>
    </div>
  )
}
