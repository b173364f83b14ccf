import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '#lib/capabilities/request-context.ts'
import { type Response, responseSchema } from '#lib/contracts/api/responses/responses.ts'
import { ApiError } from '#lib/errors.ts'
import { untilAborted } from '#lib/until-aborted.ts'
import type {
  NewResponse,
  ReadBounds,
  ResponseOwner,
  ResponseStorage,
  StoredResponse,
} from './response-storage.ts'
import { isStoredItem, type StoredItem, toItems } from './stored-items.ts'

/** A response to store, with the input of its own request. */
export interface AnsweredResponse {
  readonly caller: Pick<Caller, 'teamId' | 'userId' | 'keyId'>
  /** The response that it continues; null: none. */
  readonly previousId: string | null
  /** Null: it is no input. */
  readonly input: () => readonly StoredItem[] | null
  readonly response: Response
}

export interface StoredResponses {
  /** Whether the team is known to store none, so that its requests wait for nothing. */
  isOff(teamId: string): boolean
  /** How many days the team stores responses; null: it stores none, or this cannot be read. */
  daysOf(teamId: string): Promise<number | null>
  /** The same for what cannot be done without it. @throws ApiError `store_unavailable` if it cannot be read */
  knownDaysOf(teamId: string): Promise<number | null>
  /** A response and all that it continues, oldest first. @throws ApiError `previous_response_not_found` */
  readChain(
    owner: ResponseOwner,
    days: number,
    id: string,
    hold: ReadBounds['hold'],
  ): Promise<readonly EarlierTurn[]>
  /** The stored items with these ids. @throws ApiError `invalid_value` for too large responses */
  readItems(
    owner: ResponseOwner,
    days: number,
    ids: ReadonlySet<string>,
    hold: ReadBounds['hold'],
  ): Promise<ReadonlyMap<string, FoundItem>>
  /** @throws ApiError `item_not_found` */
  read(owner: ResponseOwner, id: string): Promise<StoredResponse>
  /** @throws ApiError `item_not_found` */
  remove(owner: ResponseOwner, id: string): Promise<void>
  /** @returns whether the response is stored; failures are only logged */
  save(answered: AnsweredResponse): Promise<boolean>
  /** Settings may have changed. */
  forgetSettings(): void
  /** Waits for what is removed in the background. */
  close(): Promise<void>
}

/** The items of a stored response. */
export interface EarlierTurn {
  readonly model: string
  readonly input: readonly StoredItem[]
  readonly output: readonly StoredItem[]
}

export interface FoundItem {
  readonly item: StoredItem
  /** Of the response that has it. */
  readonly model: string
}

/** Of the stored texts that one request may name. */
export const namedBytesMax = 8 * 1024 * 1024
const chainBounds = { linksMax: 200, bytesMax: namedBytesMax }

/** @throws ApiError `store_unavailable` for any other error */
async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw unavailable(cause)
  }
}

function unavailable(cause?: unknown): ApiError {
  const message =
    'Stored responses cannot be read or deleted: the database is not responding. Retry the request.'
  return new ApiError('store_unavailable', message, { cause, retryable: true, retryAfterMs: 1000 })
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** @param saveMs how long the end of a response may wait until it is stored */
export function createStoredResponses(storage: ResponseStorage, saveMs = 2_000): StoredResponses {
  const settings = createSettings(storage, saveMs)
  const excess = createExcessRemoval(storage)
  const knownDaysOf = async (teamId: string): Promise<number | null> => {
    const days = await settings.daysOf(teamId)
    if (days === undefined) throw unavailable()
    return days
  }

  return {
    isOff: settings.isOff,
    daysOf: async teamId => (await settings.daysOf(teamId)) ?? null,
    knownDaysOf,

    async readChain(owner, days, id, hold) {
      const bounds = { ...chainBounds, hold }
      const chain = await orUnavailable(storage.findChain(owner, id, sinceOf(days), bounds))
      if (chain.kind !== 'found') throw chain.kind === 'missing' ? notFound() : tooLong()
      await storage.waitToParse(lengthOf(chain.responses.flatMap(({ input, output }) => [input, output])))
      return chain.responses.map(({ model, input, output }) => ({
        model,
        input: readItems(input),
        output: readItems(output),
      }))
    },

    async readItems(owner, days, ids, hold) {
      const bounds = { bytesMax: namedBytesMax, hold }
      const sources = await orUnavailable(storage.findWithItems(owner, [...ids], sinceOf(days), bounds))
      if (sources.kind === 'too_long') throw referencesTooLong()
      await storage.waitToParse(lengthOf(sources.responses.map(({ output }) => output)))
      const found = new Map<string, FoundItem>()
      // An item of several responses is that of the newest.
      for (const { output, model } of sources.responses)
        for (const item of readItems(output)) if (ids.has(item.id)) found.set(item.id, { item, model })
      return found
    },

    async read(owner, id) {
      const days = await knownDaysOf(owner.teamId)
      const found = days === null ? null : await orUnavailable(storage.find(owner, id, sinceOf(days)))
      if (found === null) throw noSuchResponse(id)
      return found
    },

    async remove(owner, id) {
      const days = await knownDaysOf(owner.teamId)
      const removed = days !== null && (await orUnavailable(storage.remove(owner, id, sinceOf(days))))
      if (!removed) throw noSuchResponse(id)
    },

    async save(answered) {
      try {
        // It may have been switched off since the request began.
        const days = await settings.daysOf(answered.caller.teamId)
        if (days === undefined || days === null) return false
        const response = await toNewResponse(answered, storage)
        if (response === null || !(await insertWithin(storage, response, saveMs))) return false
        excess.added(response)
        return true
      } catch (error) {
        storage.onFault(error, 'could not store a response')
        return false
      }
    },

    forgetSettings: settings.forget,

    close: () => excess.close(),
  }
}

// Bounds memory with very many teams.
const teamsMax = 1000
const retryMs = 5_000

interface KnownSetting {
  /** Undefined: it could never be read. */
  readonly days: number | null | undefined
  readonly generation: number
  readonly untilMs: number
}

/** Caches each team's setting. While the database is unavailable, the last known one counts. */
function createSettings(storage: ResponseStorage, readMs: number) {
  const known = new Map<string, KnownSetting>()
  let generation = 0

  const current = (teamId: string): KnownSetting | null => {
    const setting = known.get(teamId)
    const isCurrent = setting?.generation === generation && performance.now() < setting.untilMs
    return isCurrent ? setting : null
  }

  return {
    isOff: (teamId: string): boolean => current(teamId)?.days === null,

    /** @returns undefined: it could never be read */
    async daysOf(teamId: string): Promise<number | null | undefined> {
      const setting = current(teamId)
      if (setting !== null) return setting.days
      const asked = generation
      if (known.size >= teamsMax) known.clear()
      try {
        const read = await within(storage.daysOf(teamId), readMs)
        known.set(teamId, { days: read, generation: asked, untilMs: Infinity })
        return read
      } catch (error) {
        storage.onFault(error, 'could not read whether to store responses')
        const last = known.get(teamId)?.days
        known.set(teamId, { days: last, generation: asked, untilMs: performance.now() + retryMs })
        return last
      }
    },

    forget: (): void => void generation++,
  }
}

class DatabaseTooSlow extends Error {
  override readonly name = 'DatabaseTooSlow'
}

/** @throws DatabaseTooSlow if it takes longer; the work goes on */
async function within<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  const late = new AbortController()
  const error = new DatabaseTooSlow(`The database did not respond within ${limitMs} ms.`)
  const timer = setTimeout(() => late.abort(error), limitMs)
  try {
    return await untilAborted(work, late.signal)
  } finally {
    clearTimeout(timer)
  }
}

const dayMs = 24 * 3_600_000

function sinceOf(days: number): number {
  return Date.now() - days * dayMs
}

function notFound(): ApiError {
  const message =
    'The response `previous_response_id`, or one that it continues, is not stored. Send the items of the conversation as `input`.'
  return new ApiError('previous_response_not_found', message, { param: 'previous_response_id' })
}

function tooLong(): ApiError {
  const message = `The conversation has more than ${chainBounds.linksMax} stored responses or 8 MiB, the limits of \`previous_response_id\`. Send its items as \`input\`.`
  return new ApiError('invalid_value', message, { param: 'previous_response_id' })
}

/** The error for `item_reference` items that stand for too much. */
export function referencesTooLong(): ApiError {
  const message =
    'The responses with the items that `item_reference` names, or those items with repetitions, have more than 8 MiB together. Send the items themselves as `input`.'
  return new ApiError('invalid_value', message, { param: 'input' })
}

function noSuchResponse(id: string): ApiError {
  const message = `The response \`${id}\` is not stored, has expired, or belongs to another owner.`
  return new ApiError('item_not_found', message, { param: 'id' })
}

/** The items of a stored list, as `save` wrote them. @throws Error for a list that it did not write */
export function readItems(json: string): readonly StoredItem[] {
  const items: unknown = JSON.parse(json)
  if (Array.isArray(items) && items.every(isStoredItem)) return items
  throw new Error('The items of a stored response are damaged.')
}

/** The response object as it was answered. */
export function readResponse({ response, output }: StoredResponse): Response {
  return responseSchema.parse({ ...JSON.parse(response), output: JSON.parse(output) })
}

const idForm = /^[\w-]{1,128}$/
const responseBytesMax = 4 * 1024 * 1024

/** @returns null: it is too large, or its id or items are not those of a response */
async function toNewResponse(
  { caller, previousId, input, response }: AnsweredResponse,
  { redact }: ResponseStorage,
): Promise<NewResponse | null> {
  const { output, ...rest } = response
  const given = input()
  const items = toItems(output)
  if (given === null || items === null || !idForm.test(response.id)) return null
  const own = JSON.stringify({ ...rest, store: true, previous_response_id: previousId })
  if (Buffer.byteLength(own) > responseBytesMax) return null
  const texts = {
    input: await toJson(given, redact),
    output: await toJson(items, redact),
    response: redacted(own, redact),
  }
  if (texts.input === null || texts.output === null) return null
  const bytes = [texts.input, texts.output, texts.response].map(text => Buffer.byteLength(text))
  if (bytes.reduce((sum, each) => sum + each, 0) > responseBytesMax) return null
  return {
    id: response.id,
    model: response.model,
    previousId,
    owner: { teamId: caller.teamId, userId: caller.userId },
    keyId: caller.keyId,
    createdAt: Date.now(),
    itemIds: items.map(({ id }) => id),
    input: texts.input,
    output: texts.output,
    response: texts.response,
  }
}

// Scanning this much for secrets takes about a millisecond.
const scannedAtOnce = 64 * 1024

/** A list of items without secrets; null: it is too large. */
async function toJson(
  items: readonly StoredItem[],
  redact: ResponseStorage['redact'],
): Promise<string | null> {
  const texts: string[] = []
  let length = 0
  let scanned = 0
  for (const item of items) {
    const text = JSON.stringify(item)
    length += text.length
    if (length > responseBytesMax) return null
    texts.push(withEncrypted(item, redact))
    scanned += text.length
    if (scanned < scannedAtOnce) continue
    scanned = 0
    await nextTurn()
  }
  return `[${texts.join(',')}]`
}

/** Encrypted reasoning may contain what looks like a key, and is useless once it is changed. */
function withEncrypted(item: StoredItem, redact: ResponseStorage['redact']): string {
  const { encrypted_content: encrypted, ...rest } = item
  const text = redacted(JSON.stringify(rest), redact)
  if (encrypted === undefined) return text
  return `${text.slice(0, -1)},"encrypted_content":${JSON.stringify(encrypted)}}`
}

/** @throws SyntaxError if it would no longer be JSON */
function redacted(text: string, redact: ResponseStorage['redact']): string {
  const clean = redact(text)
  if (clean !== text) JSON.parse(clean)
  return clean
}

/** Waits for the database, but not long: a response that is not stored in time is removed again. */
async function insertWithin(
  storage: ResponseStorage,
  response: NewResponse,
  saveMs: number,
): Promise<boolean> {
  const inserting = storage.insert(response)
  try {
    return await within(inserting, saveMs)
  } catch (error) {
    if (error instanceof DatabaseTooSlow) void removeLate(storage, response, inserting)
    throw error
  }
}

/** The answer said that it is not stored. */
async function removeLate(
  storage: ResponseStorage,
  { owner, id }: NewResponse,
  inserting: Promise<boolean>,
): Promise<void> {
  try {
    if (await inserting) await storage.remove(owner, id, 0)
  } catch (error) {
    storage.onFault(error, 'could not remove a response that was stored too late')
  }
}

// Between two looks at the size of a team's responses.
const addedMax = 200
const addedBytesMax = 64 * 1024 * 1024

const pauseMs = 20

/** Keeps teams near their quota between the runs of retention. */
function createExcessRemoval(storage: ResponseStorage) {
  const closing = new AbortController()
  const pause = () => sleep(pauseMs, undefined, { ref: false, signal: closing.signal })
  const addedBy = new Map<string, { count: number; bytes: number }>()
  let removing: Promise<unknown> = Promise.resolve()
  return {
    added({ owner: { teamId }, input, output, response }: NewResponse): void {
      const added = addedBy.get(teamId) ?? { count: 0, bytes: 0 }
      added.count++
      added.bytes += input.length + output.length + response.length
      if (added.count < addedMax && added.bytes < addedBytesMax) return void addedBy.set(teamId, added)
      addedBy.delete(teamId)
      removing = removing
        .then(() => storage.removeExcess(teamId, pause))
        .catch((error: unknown) => {
          if (!closing.signal.aborted) storage.onFault(error, 'could not remove the oldest responses')
        })
    },
    close: async (): Promise<void> => {
      closing.abort()
      await removing
    },
  }
}
