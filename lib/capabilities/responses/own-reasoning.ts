import { carryThinking } from '#lib/capabilities/api-formats/own-thinking.ts'
import { newId } from '#lib/capabilities/new-id.ts'
import type { TypedItem } from '#lib/contracts/api/responses/response-items.ts'
import { ownReasoningId, ownSignature } from '#lib/providers/transport/envelope/find-own-thinking.ts'

type Reasoning = Extract<TypedItem, { type: 'reasoning' }>

/** The id of a reasoning item of a model that does not encrypt it. */
export function newReasoningId(): string {
  return newId(ownReasoningId, 22)
}

/** The encrypted content of reasoning: it carries the text, so that clients may send back nothing else. */
export function carryReasoning(text: string): string {
  return carryThinking(text)
}

/** The text of our own reasoning; null: it is of another vendor. */
export function readOwnReasoning({
  id,
  encrypted_content: carried,
  content,
  summary,
}: Reasoning): string | null {
  if (carried?.startsWith(ownSignature) === true)
    return Buffer.from(carried.slice(ownSignature.length), 'base64url').toString()
  if (id?.startsWith(ownReasoningId) !== true) return null
  const parts = content && content.length > 0 ? content : (summary ?? [])
  return parts.map(({ text }) => text).join('\n\n')
}
