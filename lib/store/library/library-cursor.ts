/** Where a list of items goes on. */
export interface LibraryCursor {
  readonly createdAt: number
  readonly id: string
}

export function printCursor({ createdAt, id }: LibraryCursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

/** @returns null for what is no cursor */
export function readCursor(text: string): LibraryCursor | null {
  const [, createdAt, id] =
    /^(\d{1,15}) (lib_[0-9A-Za-z]{24})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id }
}
