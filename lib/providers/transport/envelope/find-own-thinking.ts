import {
  type Edit,
  type Elements,
  openBrace,
  openBracket,
  quote,
  readElements,
  removals,
} from './json-elements.ts'
import type { JsonWalker } from '#lib/providers/transport/json-walker.ts'

/** Begins the signatures of thinking that Sextant has signed for models that do not sign it. */
export const ownSignature = 'sx1.'
/** Begins the ids of reasoning that Sextant has written for such models. */
export const ownReasoningId = 'rs_sx'

/** How to remove reasoning from a list of turns. */
export interface OwnThinking {
  readonly edits: readonly Edit[]
  /** Indexes of the turns that go as a whole. */
  readonly turns: readonly number[]
}

export const noThinking: OwnThinking = { edits: [], turns: [] }

/** Removes blocks with our signature, and turns that have nothing else. */
export function findOwnThinking(walker: JsonWalker): OwnThinking {
  const { bytes } = walker
  const edits: Edit[] = []
  const turns = readElements(walker, () => {
    const inner = readContent(walker)
    if (inner === null || !inner.elements.some(({ isRemoved }) => isRemoved)) return false
    if (inner.elements.every(({ isRemoved }) => isRemoved)) return true
    // Too many to be arguments of one call.
    for (const edit of removals(bytes, inner)) edits.push(edit)
    return false
  })
  return { edits: [...edits, ...removals(bytes, turns)], turns: removedOf(turns) }
}

/** Removes reasoning items with our signature or ids, and references to reasoning: no vendor stores it for us. */
export function findOwnItems(walker: JsonWalker): OwnThinking {
  const items = readElements(walker, () => {
    const {
      type = '',
      id = '',
      encrypted_content: content = '',
    } = readTexts(walker, ['type', 'id', 'encrypted_content'])
    const isReference = type === 'item_reference' && id.startsWith('rs_')
    return isReference || id.startsWith(ownReasoningId) || content.startsWith(ownSignature)
  })
  return { edits: removals(walker.bytes, items), turns: removedOf(items) }
}

function removedOf({ elements }: Elements): readonly number[] {
  return elements.flatMap(({ isRemoved }, index) => (isRemoved ? [index] : []))
}

/** The blocks of a turn; null: its content is text. */
function readContent(walker: JsonWalker): Elements | null {
  let blocks: Elements | null = null
  if (walker.peek() !== openBrace) {
    walker.skip()
    return null
  }
  walker.members(name => {
    if (name !== 'content' || walker.peek() !== openBracket) return walker.pass()
    blocks = readElements(walker, () => {
      const { type, signature = '' } = readTexts(walker, ['type', 'signature'])
      return type === 'thinking' && signature.startsWith(ownSignature)
    })
  })
  return blocks
}

/** The members of the next value that are texts; none if it is no object. */
function readTexts<Name extends string>(
  walker: JsonWalker,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {}
  if (walker.peek() !== openBrace) {
    walker.skip()
    return texts
  }
  walker.members(name => {
    const wanted = names.find(each => each === name)
    if (wanted === undefined || walker.peek() !== quote) return walker.pass()
    texts[wanted] = walker.text()
  })
  return texts
}
