import type { JsonWalker } from '#lib/providers/transport/json-walker.ts'

/** Bytes to replace by a text. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The elements of a list in the bytes of a document. */
export interface Elements {
  /** After the bracket. */
  readonly from: number
  readonly elements: readonly { readonly from: number; readonly to: number; readonly isRemoved: boolean }[]
}

/** The elements of the list at which the walker is. @param isRemoved reads an element, and says whether it goes */
export function readElements(walker: JsonWalker, isRemoved: () => boolean): Elements {
  walker.peek()
  const from = walker.at + 1
  const elements: { from: number; to: number; isRemoved: boolean }[] = []
  let end = from
  walker.elements(() => {
    const removed = isRemoved()
    elements.push({ from: end, to: walker.at, isRemoved: removed })
    end = walker.at
  })
  return { from, elements }
}

/** An element goes with the comma before it; those at the beginning go with the comma after them. */
export function removals(bytes: Buffer, { from, elements }: Elements): readonly Edit[] {
  const kept = elements.findIndex(({ isRemoved }) => !isRemoved)
  const lead = kept === -1 ? elements.length : kept
  const last = elements[lead - 1]
  const edits = elements
    .slice(lead)
    .flatMap(({ isRemoved, ...span }) => (isRemoved ? [{ ...span, text: '' }] : []))
  return last === undefined ? edits : [{ from, to: afterComma(bytes, last.to), text: '' }, ...edits]
}

/** Behind the comma that follows, if one does. */
export function afterComma(bytes: Buffer, at: number): number {
  let next = at
  while (isBlank(bytes[next])) next++
  return bytes[next] === comma ? next + 1 : at
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

const comma = 0x2c
export const quote = 0x22
export const openBracket = 0x5b
export const openBrace = 0x7b
