import type Database from 'better-sqlite3'

/** The vectors of one team and model, in memory. */
export interface TeamVectors {
  /** Of chunks, in the order of `data`. */
  readonly chunkIds: readonly number[]
  /** One after the other. */
  readonly data: Float32Array
}

interface Kept {
  readonly chunkIds: number[]
  /** With room at its end. */
  buffer: Float32Array<ArrayBuffer>
  lastId: number
}

interface VectorRow {
  readonly id: number
  readonly chunk_id: number
  readonly vector: Buffer
}

const floatBytes = 4

/**
 * Keeps the vectors that were asked for, the latest longest, and reads only what came since.
 * @param chunksMax of a team; it has more: null, and its vectors are not kept
 * @param bytesMax of all teams together
 */
export function createTeamVectors(
  connection: Database.Database,
  { chunksMax, bytesMax }: { readonly chunksMax: number; readonly bytesMax: number },
): (teamId: string, embedder: string, size: number) => TeamVectors | null {
  const kept = new Map<string, Kept>()
  const count = connection.prepare<[string, string], { count: number; last: number | null }>(
    'select count(*) as count, max(id) as last from library_vectors where team_id = ? and embedder = ?',
  )
  const later = connection.prepare<[string, string, number], VectorRow>(
    'select id, chunk_id, vector from library_vectors where team_id = ? and embedder = ? and id > ? order by id',
  )

  return (teamId, embedder, size) => {
    const key = `${teamId} ${embedder}`
    const there = count.get(teamId, embedder)
    const known = kept.get(key)
    kept.delete(key)
    if (there === undefined || there.count > chunksMax) return null
    // Where fewer are there than are kept, some were deleted: what is left is read anew.
    const usable = known !== undefined && known.chunkIds.length <= there.count
    const current = usable ? known : empty()
    if (there.last !== null && there.last > current.lastId) {
      append(current, later.iterate(teamId, embedder, current.lastId), size)
    }
    kept.set(key, current)
    forgetOldest()
    return { chunkIds: current.chunkIds, data: current.buffer.subarray(0, current.chunkIds.length * size) }
  }

  function forgetOldest(): void {
    let bytes = [...kept.values()].reduce((sum, { buffer }) => sum + buffer.byteLength, 0)
    for (const [key, { buffer }] of kept) {
      if (bytes <= bytesMax || kept.size === 1) return
      kept.delete(key)
      bytes -= buffer.byteLength
    }
  }
}

function empty(): Kept {
  return { chunkIds: [], buffer: new Float32Array(0), lastId: 0 }
}

/** A vector of another size is no vector of this model: it is left out. */
function append(kept: Kept, rows: Iterable<VectorRow>, size: number): void {
  for (const { id, chunk_id: chunkId, vector } of rows) {
    kept.lastId = id
    if (vector.byteLength !== size * floatBytes) continue
    const used = kept.chunkIds.length * size
    if (used + size > kept.buffer.length) kept.buffer = enlarge(kept.buffer, used + size)
    new Uint8Array(kept.buffer.buffer, used * floatBytes, size * floatBytes).set(vector)
    kept.chunkIds.push(chunkId)
  }
}

function enlarge(buffer: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(Math.max(64 * 1024, Math.ceil(length * 1.5)))
  larger.set(buffer)
  return larger
}
