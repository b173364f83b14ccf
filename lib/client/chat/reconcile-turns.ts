import type { ChatMessage } from '#lib/contracts/chat-message.ts'
import type { Conversation, Turn } from './conversation.ts'
import { addTurn, insertTurn, removeTurn, updateTurn } from './conversation.ts'
import { equalJson } from './equal-json.ts'

/**
 * Makes the sent turns say `messages`. What is the same at both ends stays, with its branches and figures; between
 * them a message of the same role is changed in place, the rest is removed or added.
 */
export function reconcileTurns(
  conversation: Conversation,
  sent: readonly Turn[],
  messages: readonly ChatMessage[],
  toSent: (message: ChatMessage) => ChatMessage,
  newId: () => string,
): Conversation {
  const same = (turn: Turn | undefined, message: ChatMessage | undefined) =>
    turn !== undefined && message !== undefined && equalJson(toSent(turn.message), message)
  const shorter = Math.min(sent.length, messages.length)
  let head = 0
  while (head < shorter && same(sent[head], messages[head])) head += 1
  let tail = 0
  while (tail < shorter - head && same(sent.at(-1 - tail), messages.at(-1 - tail))) tail += 1

  const before = sent.slice(head, sent.length - tail)
  const after = messages.slice(head, messages.length - tail)
  const paired = before.findIndex((turn, index) => turn.message.role !== after[index]?.role)
  const kept = paired === -1 ? before.length : paired
  const edited = before
    .slice(0, kept)
    .reduce((all, turn, index) => writeTurn(all, turn, after[index]), conversation)
  const shortened = before.slice(kept).reduce((all, turn) => removeTurn(all, turn.id), edited)

  const start = { all: shortened, parentId: sent[head + kept - 1]?.id ?? null }
  return after.slice(kept).reduce(({ all, parentId }, message) => {
    const turn: Turn = { id: newId(), parentId, message, muted: false, answer: null }
    // At the end it is a branch beside what an earlier run answered; in the middle the rest moves below it.
    return { all: tail > 0 ? insertTurn(all, turn) : addTurn(all, turn), parentId: turn.id }
  }, start).all
}

function writeTurn(conversation: Conversation, turn: Turn, message: ChatMessage | undefined): Conversation {
  return message ? updateTurn(conversation, turn.id, { message, answer: null }) : conversation
}
