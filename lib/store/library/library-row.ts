import type { Selectable } from 'kysely'
import type { LibraryItemTable } from './library-tables.ts'

/** An item of a team's library, without its text. */
export interface LibraryRow {
  readonly id: string
  readonly kind: 'page' | 'document'
  readonly title: string
  readonly url: string | null
  readonly sha256: string | null
  readonly collection: string
  readonly chars: number
  readonly pages: number
  /** 0 until it was cut. */
  readonly chunks: number
  /** Chunks with a vector of the model that was asked about. */
  readonly embedded: number
  readonly state: 'queued' | 'indexed' | 'failed'
  /** Why it failed. */
  readonly reason: string | null
  /** Unix milliseconds. */
  readonly createdAt: number
  /** Who put it here first; null: the operator, or it is not known. */
  readonly ownerId: string | null
}

export const itemColumns = [
  'id',
  'kind',
  'title',
  'url',
  'sha256',
  'collection',
  'chars',
  'pages',
  'chunks',
  'embedder',
  'work',
  'reason',
  'createdAt',
  'ownerId',
] as const

type Selected = Pick<Selectable<LibraryItemTable>, (typeof itemColumns)[number]>

/** @param embedded of an item whose chunks do not all have a vector of the model */
export function toLibraryRow(
  { embedder: indexedBy, work, ...row }: Selected,
  embedder: string,
  embedded: number,
): LibraryRow {
  return {
    ...row,
    embedded: indexedBy === embedder ? row.chunks : embedded,
    state: work !== null ? 'queued' : row.reason === null ? 'indexed' : 'failed',
  }
}
