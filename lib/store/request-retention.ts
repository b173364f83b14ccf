import type { Backend } from './backend.ts'
import { readTeamSettings } from './team-settings.ts'

const dayMs = 24 * 3_600_000
// Rows of a batch are deleted in some milliseconds, in which nobody else writes.
const rowsAtOnce = 250
const bodiesAtOnce = 50

export interface Removed {
  readonly requests: number
  readonly bodies: number
}

/**
 * Removes rows and bodies whose time is over, as each team settled it.
 * @param pause awaited after each small batch, so that others get their turn; what it throws ends the work
 */
export async function removeOldRequests(
  backend: Backend,
  now: number,
  pause: () => Promise<void>,
): Promise<Removed> {
  const teams = await backend.database.selectFrom('teams').select('id').execute()
  let requests = 0
  let bodies = 0
  for (const { id } of teams) {
    const { requestDays, bodyDays } = await readTeamSettings(backend.database, id)
    // Bodies without their row would be found by nobody.
    const days = Math.min(bodyDays, requestDays ?? Infinity)
    bodies += await inBatches(() => removeBodies(backend, id, now - days * dayMs), bodiesAtOnce, pause)
    if (requestDays === null) continue
    requests += await inBatches(() => removeRows(backend, id, now - requestDays * dayMs), rowsAtOnce, pause)
  }
  return { requests, bodies }
}

async function inBatches(
  remove: () => Promise<number>,
  atOnce: number,
  pause: () => Promise<void>,
): Promise<number> {
  let sum = 0
  for (;;) {
    const removed = await remove()
    sum += removed
    if (removed < atOnce) return sum
    await pause()
  }
}

function removeRows(backend: Backend, teamId: string, before: number): Promise<number> {
  const { database } = backend
  const old = database
    .selectFrom('requests')
    .select('id')
    .where('teamId', '=', teamId)
    .where('startedAt', '<', before)
    .orderBy('startedAt')
    .limit(rowsAtOnce)
  return backend.write(async () => {
    const { numDeletedRows } = await database
      .deleteFrom('requests')
      .where('id', 'in', old)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

function removeBodies(backend: Backend, teamId: string, before: number): Promise<number> {
  const { database } = backend
  const old = database
    .selectFrom('requestBodies')
    .select('requestId')
    .where('teamId', '=', teamId)
    .where('at', '<', before)
    .orderBy('at')
    .limit(bodiesAtOnce)
  return backend.write(async () => {
    const { numDeletedRows } = await database
      .deleteFrom('requestBodies')
      .where('requestId', 'in', old)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
