import { createHash } from 'node:crypto'
import { ownSignature as ours } from '#lib/providers/transport/envelope/find-own-thinking.ts'

// Thinking of other vendors has no signature. Ours says that the text may go back to such a model, and never to
// Anthropic, which rejects signatures that are not its own.

/** The signature of thinking that the client sees. */
export function signThinking(text: string): string {
  return ours + createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** The signature of thinking that the client does not see: it carries the text. */
export function carryThinking(text: string): string {
  return ours + Buffer.from(text).toString('base64url')
}

/** The text of thinking with our signature; null: it is of another vendor. */
export function readOwnThinking(block: {
  readonly thinking: string
  readonly signature: string
}): string | null {
  if (!block.signature.startsWith(ours)) return null
  if (block.thinking !== '') return block.signature === signThinking(block.thinking) ? block.thinking : null
  return Buffer.from(block.signature.slice(ours.length), 'base64url').toString()
}
