import 'server-only'

interface Place {
  readonly createdAt: number
  readonly id: string
}

/** Where the next page of a list begins: after this row. */
export function printShareCursor({ createdAt, id }: Place): string {
  return `${createdAt}.${id}`
}

/** Null for what is no cursor: the list begins at its first row. */
export function readShareCursor(text: string | null): Place | null {
  const found = /^(\d{1,15})\.(share_\w{24})$/.exec(text ?? '')
  return found?.[2] === undefined ? null : { createdAt: Number(found[1]), id: found[2] }
}
