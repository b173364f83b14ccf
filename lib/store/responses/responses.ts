import { sql, type SqlBool } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { readTeamSettings } from '#lib/store/team/team-settings.ts'

/** The readers of a response: keys of the same owner, or all keys without an owner. */
export interface ResponseOwner {
  readonly teamId: string
  /** Null: the key has none. */
  readonly userId: string | null
}

/** A response with its items; the texts are JSON without secrets and files. */
export interface StoredResponse {
  readonly id: string
  readonly model: string
  /** The response that it continues; null: it begins a conversation. */
  readonly previousId: string | null
  /** Its own input items, without those of earlier responses. */
  readonly input: string
  readonly output: string
  /** The response object without its output. */
  readonly response: string
}

export interface NewResponse extends StoredResponse {
  readonly owner: ResponseOwner
  readonly keyId: string
  readonly createdAt: number
  /** Ids of the output items. */
  readonly itemIds: readonly string[]
}

/** The responses of a conversation, oldest first, or why they cannot be read. */
export type ResponseChain =
  | { readonly kind: 'found'; readonly responses: readonly StoredResponse[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too_long' }

export interface ReadBounds {
  readonly bytesMax: number
  /** Gets the size of the texts before they are read. @throws where they do not fit into memory */
  readonly hold: (bytes: number) => void
}

export interface ChainBounds extends ReadBounds {
  readonly linksMax: number
}

/** A response with an item that was looked for. */
export interface ItemSource {
  readonly model: string
  /** JSON of its output items. */
  readonly output: string
}

/** Responses, oldest first, or why they cannot be read. */
export type ItemSources =
  | { readonly kind: 'found'; readonly responses: readonly ItemSource[] }
  | { readonly kind: 'too_long' }

/** How many responses a team may store, and how large they are together. */
export interface ResponseQuota {
  readonly responsesMax: number
  readonly bytesMax: number
}

/** Every method that reads takes the time before which responses have expired. */
export interface ResponseStore {
  /** @returns false: the team has a response with this id */
  insert(response: NewResponse): Promise<boolean>
  find(owner: ResponseOwner, id: string, since: number): Promise<StoredResponse | null>
  /** A response and all that it continues. */
  findChain(owner: ResponseOwner, id: string, since: number, bounds: ChainBounds): Promise<ResponseChain>
  /** The newest response that has each of these output items. */
  findWithItems(
    owner: ResponseOwner,
    itemIds: readonly string[],
    since: number,
    bounds: ReadBounds,
  ): Promise<ItemSources>
  /** @returns false: there is none */
  remove(owner: ResponseOwner, id: string, since: number): Promise<boolean>
  /**
   * Removes the team's oldest responses beyond its quota.
   * @param pause awaited after each small batch; an error it throws stops the work
   * @returns how many
   */
  removeExcess(teamId: string, pause: () => Promise<void>, quota?: ResponseQuota): Promise<number>
  /**
   * Removes responses that exceed their team's retention or quota, and those of former members.
   * @param pause awaited after each small batch; an error it throws stops the work
   * @returns how many
   */
  removeOld(now: number, pause: () => Promise<void>): Promise<number>
}

const defaultQuota: ResponseQuota = { responsesMax: 10_000, bytesMax: 1024 ** 3 }
const content = ['id', 'model', 'previousId', 'input', 'output', 'response'] as const
// A batch of the largest takes some milliseconds of write lock.
const removedAtOnce = 20

export function createResponseStore(backend: Backend): ResponseStore {
  const { database } = backend
  const readable = (owner: ResponseOwner, since: number) =>
    database
      .selectFrom('responses')
      .where('responses.teamId', '=', owner.teamId)
      .where('responses.ownerId', '=', owner.userId ?? '')
      .where('responses.createdAt', '>=', since)

  return {
    insert: response => insertResponse(backend, response),

    async find(owner, id, since) {
      const row = await readable(owner, since)
        .select(content)
        .where('id', '=', toStorable(id))
        .executeTakeFirst()
      return row ?? null
    },

    async findChain(owner, id, since, { linksMax, bytesMax, hold }) {
      const links = await findLinks(backend, owner, toStorable(id), since, linksMax + 1)
      const bytes = links.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0)
      if (links.length > linksMax || bytes > bytesMax) return { kind: 'too_long' }
      const ids = links.map(link => link.id)
      if (links.length === 0 || links.at(-1)?.previousId !== null) return { kind: 'missing' }
      hold(bytes)
      const rows = await readable(owner, since).select(content).where('id', 'in', ids).execute()
      const byId = new Map(rows.map(row => [row.id, row]))
      const responses = ids.toReversed().flatMap(each => byId.get(each) ?? [])
      // One may be removed between the two queries.
      return responses.length === ids.length ? { kind: 'found', responses } : { kind: 'missing' }
    },

    async findWithItems(owner, itemIds, since, { bytesMax, hold }) {
      const sizes = await findSizes(backend, owner, itemIds.map(toStorable), since)
      if (sizes.size === 0) return { kind: 'found', responses: [] }
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      if (bytes > bytesMax) return { kind: 'too_long' }
      hold(bytes)
      const responses = await readable(owner, since)
        .select(['model', 'output'])
        .where('id', 'in', [...sizes.keys()])
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return { kind: 'found', responses }
    },

    async remove(owner, id, since) {
      const found = await readable(owner, since)
        .select('id')
        .where('id', '=', toStorable(id))
        .executeTakeFirst()
      return found !== undefined && (await removeResponses(backend, owner.teamId, [found.id])) > 0
    },

    removeExcess: (teamId, pause, quota = defaultQuota) => removeExcess(backend, teamId, pause, quota),
    removeOld: (now, pause) => removeOldResponses(backend, now, pause),
  }
}

function insertResponse(
  backend: Backend,
  { owner, keyId, createdAt, itemIds, ...response }: NewResponse,
): Promise<boolean> {
  const { teamId } = owner
  const id = toStorable(response.id)
  const texts = {
    model: toStorable(response.model),
    input: toStorable(response.input),
    output: toStorable(response.output),
    response: toStorable(response.response),
  }
  const sizeBytes = sizeOf(texts)
  const row = { id, teamId, ownerId: owner.userId ?? '', keyId, createdAt, sizeBytes, ...texts }
  const { previousId } = response
  const items = [...new Set(itemIds.map(toStorable))].map(itemId => ({ teamId, itemId, responseId: id }))
  return inTransaction(backend, async transaction => {
    const added = await transaction
      .insertInto('responses')
      .values({ ...row, previousId })
      .onConflict(conflict => conflict.columns(['teamId', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added === undefined) return false
    // Few values per statement: databases limit their number.
    for (let at = 0; at < items.length; at += itemsAtOnce)
      await transaction
        .insertInto('responseItems')
        .values(items.slice(at, at + itemsAtOnce))
        .execute()
    return true
  })
}

const itemsAtOnce = 500

/** The size that counts against quotas: UTF-8 bytes of the texts. */
function sizeOf(texts: Pick<StoredResponse, 'input' | 'output' | 'response'>): number {
  return Buffer.byteLength(texts.input) + Buffer.byteLength(texts.output) + Buffer.byteLength(texts.response)
}

interface Link {
  readonly id: string
  readonly previousId: string | null
  readonly sizeBytes: number
}

/** The response and those before it, newest first, without their texts. */
async function findLinks(
  { database }: Backend,
  { teamId, userId }: ResponseOwner,
  id: string,
  since: number,
  linksMax: number,
): Promise<readonly Link[]> {
  const ownerId = userId ?? ''
  const { rows } = await sql<Link>`
    with recursive chain (id, previous_id, size_bytes, depth) as (
      select id, previous_id, size_bytes, 1 from responses
      where team_id = ${teamId} and id = ${id} and owner_id = ${ownerId} and created_at >= ${since}
      union all
      select r.id, r.previous_id, r.size_bytes, chain.depth + 1
      from chain join responses r on r.team_id = ${teamId} and r.id = chain.previous_id
      where r.owner_id = ${ownerId} and r.created_at >= ${since} and chain.depth < ${linksMax}
    )
    select id, previous_id, size_bytes from chain order by depth`.execute(database)
  return rows
}

/** How many bytes the output has of the newest response with each item, by the id of the response. */
async function findSizes(
  { database }: Backend,
  { teamId, userId }: ResponseOwner,
  itemIds: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  for (let at = 0; at < itemIds.length; at += itemsAtOnce) {
    const ids = itemIds.slice(at, at + itemsAtOnce)
    const { rows } = await sql<{ id: string; outputBytes: number }>`
      select id, output_bytes from (
        select r.id, octet_length(r.output) as output_bytes,
          row_number() over (partition by i.item_id order by r.created_at desc, r.id desc) as place
        from response_items i join responses r on r.team_id = i.team_id and r.id = i.response_id
        where i.team_id = ${teamId} and i.item_id in (${sql.join(ids)})
          and r.owner_id = ${userId ?? ''} and r.created_at >= ${since}
      ) aged
      where place = 1`.execute(database)
    for (const { id, outputBytes } of rows) sizes.set(id, Number(outputBytes))
  }
  return sizes
}

/** Removes responses with their items. @returns how many there were */
function removeResponses(backend: Backend, teamId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return Promise.resolve(0)
  return inTransaction(backend, async transaction => {
    await transaction
      .deleteFrom('responseItems')
      .where('teamId', '=', teamId)
      .where('responseId', 'in', ids)
      .execute()
    const { numDeletedRows } = await transaction
      .deleteFrom('responses')
      .where('teamId', '=', teamId)
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

async function removeExcess(
  backend: Backend,
  teamId: string,
  pause: () => Promise<void>,
  { responsesMax, bytesMax }: ResponseQuota,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, created_at,
        row_number() over (order by created_at desc, id desc) as place,
        sum(size_bytes) over (order by created_at desc, id desc rows unbounded preceding) as bytes
      from responses where team_id = ${teamId}
    ) aged
    where place > ${responsesMax} or bytes > ${bytesMax}
    order by created_at, id`.execute(backend.database)
  let removed = 0
  for (let at = 0; at < rows.length; at += removedAtOnce) {
    const ids = rows.slice(at, at + removedAtOnce).map(({ id }) => id)
    removed += await removeResponses(backend, teamId, ids)
    if (at + removedAtOnce < rows.length) await pause()
  }
  return removed
}

const dayMs = 24 * 3_600_000

async function removeOldResponses(
  backend: Backend,
  now: number,
  pause: () => Promise<void>,
): Promise<number> {
  const teams = await backend.database.selectFrom('teams').select('id').execute()
  let removed = 0
  for (const { id } of teams) {
    const { storedResponseDays } = await readTeamSettings(backend.database, id)
    // Without the setting nothing stays.
    const before = storedResponseDays === null ? Infinity : now - storedResponseDays * dayMs
    removed += await removeWhere(backend, id, pause, tooOld(before))
    removed += await removeWhere(backend, id, pause, ofFormerMember(id))
    removed += await removeExcess(backend, id, pause, defaultQuota)
  }
  return removed
}

function tooOld(before: number) {
  return before === Infinity ? sql<SqlBool>`true` : sql<SqlBool>`created_at < ${before}`
}

function ofFormerMember(teamId: string) {
  return sql<SqlBool>`owner_id <> '' and owner_id not in (
    select user_id from memberships where team_id = ${teamId})`
}

async function removeWhere(
  backend: Backend,
  teamId: string,
  pause: () => Promise<void>,
  condition: ReturnType<typeof tooOld>,
): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await backend.database
      .selectFrom('responses')
      .select('id')
      .where('teamId', '=', teamId)
      .where(condition)
      .orderBy('createdAt')
      .limit(removedAtOnce)
      .execute()
    removed += await removeResponses(
      backend,
      teamId,
      rows.map(({ id }) => id),
    )
    if (rows.length < removedAtOnce) return removed
    await pause()
  }
}
