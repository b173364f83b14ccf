import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { AnswerRecord } from './answer.ts'

/** One message of the tree. A muted turn is stored but not sent. */
export interface Turn {
  readonly id: string
  readonly parentId: string | null
  readonly message: ChatMessage
  readonly muted: boolean
  /** The run that produced it; null for a user's message. */
  readonly answer: AnswerRecord | null
}

/** Every branch; `chosen` gives the visible child. The root's key is the empty string. */
export interface Conversation {
  readonly turns: Readonly<Record<string, Turn>>
  readonly children: Readonly<Record<string, readonly string[]>>
  readonly chosen: Readonly<Record<string, string>>
}

export const emptyConversation: Conversation = { turns: {}, children: {}, chosen: {} }

/** The visible turns, first to last. */
export function readPath(conversation: Conversation): readonly Turn[] {
  const path: Turn[] = []
  let turn = childOf(conversation, null)
  while (turn) {
    path.push(turn)
    turn = childOf(conversation, turn.id)
  }
  return path
}

/** The last visible turn; null without one. */
export function readLast(conversation: Conversation): Turn | null {
  return readPath(conversation).at(-1) ?? null
}

/** Adds a turn below its parent and shows it; next to other children it opens a branch. */
export function addTurn(conversation: Conversation, turn: Turn): Conversation {
  const key = turn.parentId ?? ''
  return {
    turns: { ...conversation.turns, [turn.id]: turn },
    children: { ...conversation.children, [key]: [...(conversation.children[key] ?? []), turn.id] },
    chosen: { ...conversation.chosen, [key]: turn.id },
  }
}

/** Inserts a turn between its parent and everything below it. */
export function insertTurn(conversation: Conversation, turn: Turn): Conversation {
  const key = turn.parentId ?? ''
  const below = conversation.children[key] ?? []
  const shown = conversation.chosen[key]
  const turns = below.reduce<Record<string, Turn>>(
    (moved, id) => {
      const child = moved[id]
      return child ? { ...moved, [id]: { ...child, parentId: turn.id } } : moved
    },
    { ...conversation.turns, [turn.id]: turn },
  )
  return {
    turns,
    children: { ...conversation.children, [key]: [turn.id], [turn.id]: below },
    chosen: { ...conversation.chosen, [key]: turn.id, ...(shown === undefined ? {} : { [turn.id]: shown }) },
  }
}

/** Changes a turn in place. */
export function updateTurn(
  conversation: Conversation,
  id: string,
  change: Partial<Pick<Turn, 'message' | 'muted' | 'answer'>>,
): Conversation {
  const turn = conversation.turns[id]
  if (!turn) return conversation
  return { ...conversation, turns: { ...conversation.turns, [id]: { ...turn, ...change } } }
}

/** Position of a turn among its siblings: `{ index: 1, count: 3 }` is displayed as ‹ 2/3 ›. */
export function readBranch(conversation: Conversation, id: string): { index: number; count: number } {
  const siblings = siblingsOf(conversation, id)
  return { index: siblings.indexOf(id), count: siblings.length }
}

/** Shows the sibling `step` positions further, clamped to the ends. */
export function switchBranch(conversation: Conversation, id: string, step: number): Conversation {
  const siblings = siblingsOf(conversation, id)
  const turn = conversation.turns[id]
  const target = siblings[Math.min(siblings.length - 1, Math.max(0, siblings.indexOf(id) + step))]
  if (!turn || !target) return conversation
  return { ...conversation, chosen: { ...conversation.chosen, [turn.parentId ?? '']: target } }
}

/** Removes one turn; its replies move up in its position with all branches. */
export function removeTurn(conversation: Conversation, id: string): Conversation {
  const turn = conversation.turns[id]
  if (!turn) return conversation
  const key = turn.parentId ?? ''
  const orphans = conversation.children[id] ?? []
  const siblings = siblingsOf(conversation, id)
  const heirs = siblings.flatMap(sibling => (sibling === id ? orphans : [sibling]))
  const { [id]: _removed, ...turns } = conversation.turns
  const { [id]: _children, ...children } = conversation.children
  const { [id]: below, [key]: shown, ...chosen } = conversation.chosen
  const next = shown === id ? (below ?? heirs[Math.max(0, siblings.indexOf(id) - 1)]) : shown
  return {
    turns: orphans.reduce(
      (kept, orphan) => {
        const moved = kept[orphan]
        return moved ? { ...kept, [orphan]: { ...moved, parentId: turn.parentId } } : kept
      },
      turns as Record<string, Turn>,
    ),
    children: { ...children, [key]: heirs },
    chosen: next === undefined ? chosen : { ...chosen, [key]: next },
  }
}

function childOf(conversation: Conversation, parentId: string | null): Turn | null {
  const chosen = conversation.chosen[parentId ?? '']
  const turn = chosen === undefined ? undefined : conversation.turns[chosen]
  // An imported conversation may be inconsistent; a child that names another parent would create a cycle.
  return turn?.parentId === parentId ? turn : null
}

function siblingsOf(conversation: Conversation, id: string): readonly string[] {
  const turn = conversation.turns[id]
  return turn ? (conversation.children[turn.parentId ?? ''] ?? []) : []
}
