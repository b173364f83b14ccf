import { hash } from 'node:crypto'
import { isRecord } from '#lib/providers/transport/json.ts'

/** The members of a request of any API format that the turns of one conversation have in common. */
interface Conversation {
  readonly model?: unknown
  readonly tools?: unknown
  readonly system?: unknown
  readonly instructions?: unknown
  readonly messages?: unknown
  readonly input?: unknown
}

const memberLengthMax = 4096

/**
 * Identifies a conversation whose client names no session: later turns have the same tools, the same system prompt and
 * the same first message of the user.
 */
export function conversationBeginning(request: Conversation): string {
  const { model, tools, system, instructions, messages, input } = request
  const members = [model, tools, system ?? instructions].map(member => JSON.stringify(member) ?? '')
  const texts = [...members, ...firstTurns(messages ?? input).map(textOfTurn)]
  return hash('sha256', texts.map(text => text.slice(0, memberLengthMax)).join('\n'))
}

/** Those up to the first one of the user. */
function firstTurns(turns: unknown): readonly unknown[] {
  if (!Array.isArray(turns)) return [turns]
  const first = turns.findIndex(turn => isRecord(turn) && turn['role'] === 'user')
  return turns.slice(0, Math.max(first, 0) + 1)
}

/** The same for a text and for a message with that text: a stored response continues the one as the other. */
function textOfTurn(turn: unknown): string {
  if (typeof turn === 'string') return `user: ${turn}`
  if (!isRecord(turn)) return JSON.stringify(turn) ?? ''
  const { role, content = turn } = turn
  return `${String(role)}: ${Array.isArray(content) ? content.map(textOfPart).join('\n') : textOfPart(content)}`
}

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part
  return isRecord(part) && typeof part['text'] === 'string' ? part['text'] : (JSON.stringify(part) ?? '')
}
