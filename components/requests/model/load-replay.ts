import { apiFormatOf, type SentFormat } from '#components/chat/model/api-format/api-formats.ts'
import { fromSentBody } from '#components/chat/model/api-format/from-sent-body.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { toObject } from '#lib/client/json-value.ts'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import { toCapability } from '#lib/contracts/api/capabilities.ts'
import { listModels } from '#lib/client/models.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { ConsoleRefusal } from '#lib/client/ask-console.ts'
import type { RequestBodies, RequestDetail } from '#lib/contracts/console/requests.ts'
import { readRequest, readRequestBodies } from './ask-requests.ts'
import { toRun } from './to-run.ts'

export type LoadedReplay =
  | {
      readonly state: 'found'
      readonly draft: Pick<Draft, 'body' | 'apiFormats'>
      /** The original run. */
      readonly run: Run
      /** The parts that could not be restored; null: none. */
      readonly note: string | null
    }
  | { readonly state: 'missing'; readonly reason: string }

/** Request and response of a log row: from the log if bodies were logged, otherwise from this browser's history. */
export async function loadReplay(contract: string, id: string): Promise<LoadedReplay> {
  const [logged, remembered] = await Promise.all([
    readLogged(id).catch(toReason),
    findRemembered(contract, id),
  ])
  if (!('reason' in logged) && logged.bodies?.request.whole) {
    const opened = toPlaygroundDraft(logged.detail, logged.bodies.request.text)
    if (opened !== null) {
      const named = await nameKnownModel(opened, logged.detail)
      return { state: 'found', ...named, run: toRun(logged.detail, logged.bodies) }
    }
  }
  if (remembered !== null) return remembered
  if ('reason' in logged) return { state: 'missing', reason: logged.reason }
  return { state: 'missing', reason: whyNot(logged) }
}

interface Kept {
  readonly detail: RequestDetail
  readonly bodies: RequestBodies | null
}

async function readLogged(id: string): Promise<Kept> {
  const detail = await readRequest(id)
  return { detail, bodies: detail.bodies_kept ? await readRequestBodies(id) : null }
}

function toReason(error: unknown): { reason: string } {
  if (error instanceof ConsoleRefusal) return { reason: error.message }
  throw error
}

function whyNot({ detail, bodies }: Kept): string {
  if (bodies !== null && !bodies.request.whole)
    return 'Its body exceeds the size limit for logging and is not in this browser’s history.'
  if (bodies !== null)
    return `Its body is not a valid request for this playground: it was rejected with ${detail.status}.`
  if (detail.bodies_kept) return 'Its body has expired.'
  return 'Its body was not logged and is not in this browser’s history. Turn on “Log bodies” for its API key, or “Playground bodies” in Settings.'
}

async function findRemembered(contract: string, requestId: string): Promise<LoadedReplay | null> {
  const history = await loadHistory()
  const entry = await history.findRun(requestId)
  if (entry?.contract !== contract) return null
  const run = entry.runs.find(each => each.response?.headers['x-request-id'] === requestId)
  const body = readJson(run?.request.body ?? '')
  if (run === undefined || !isRecord(body)) return null
  const format = apiFormatOf(run.request.path)
  return { state: 'found', ...toFormatDraft(body, format), run }
}

const modelsDeadlineMs = 10_000

async function nameKnownModel(opened: PlaygroundDraft, detail: RequestDetail): Promise<PlaygroundDraft> {
  if (otherModelOf(detail) === null) return opened
  const models = await listModels(AbortSignal.timeout(modelsDeadlineMs))
  return nameAnsweringModel(
    opened,
    detail,
    models.map(({ id }) => id),
  )
}

type AnsweredRow = Pick<RequestDetail, 'route' | 'model' | 'answered_by' | 'attempt_list'>

/**
 * Replaces a model that does not exist by the default model of the key, which answered: the key of the playground has
 * none.
 */
export function nameAnsweringModel(
  { draft, note }: PlaygroundDraft,
  row: AnsweredRow,
  knownIds: readonly string[],
): PlaygroundDraft {
  const other = otherModelOf(row)
  if (other === null || row.model === null || knownIds.includes(row.model)) return { draft, note }
  const replaced = `The model ${row.model} does not exist. The default model of its key is used: ${other}.`
  return {
    draft: { ...draft, body: { ...draft.body, model: other } },
    note: joinNotes([note, replaced]),
  }
}

/** The first model that a conversation tried, where it did not request that one. */
function otherModelOf(row: AnsweredRow): string | null {
  const tried = row.attempt_list?.[0]?.model ?? row.answered_by
  return toCapability(row) !== 'chat' || row.model === null || tried === row.model ? null : tried
}

type Body = Draft['body']

interface PlaygroundDraft {
  readonly draft: Pick<Draft, 'body' | 'apiFormats'>
  /** The missing parts of the request; null: none. */
  readonly note: string | null
}

/**
 * Converts a logged body to its playground's format; several routes share one playground.
 * @returns null if the body is not a JSON object
 */
export function toPlaygroundDraft(
  { route, model }: Pick<RequestDetail, 'route' | 'model'>,
  text: string,
): PlaygroundDraft | null {
  const sent = readJson(text)
  if (!isRecord(sent)) return null
  const spelling = route === 'web' ? `web ${model ?? 'map'}` : route
  const body = spellings[spelling]?.(sent) ?? sent
  if (route === 'upload' || route === 'transcription')
    return { draft: { body }, note: 'Attach the file again.' }
  if (spelling === 'web search') {
    const note = 'The original request returned results only; this playground also generates an answer.'
    return { draft: { body }, note }
  }
  let dropped = 0
  const whole = toObject(withoutNotes(body, () => dropped++))
  const unlogged =
    dropped === 0
      ? null
      : `Not logged: ${dropped === 1 ? '1 image or file. Attach it again.' : `${dropped} images or files. Attach them again.`}`
  const { draft, note } = toFormatDraft(whole, formatsByRoute[route] ?? 'chat')
  return { draft, note: joinNotes([unlogged, note]) }
}

function joinNotes(notes: readonly (string | null)[]): string | null {
  return notes.filter(note => note !== null).join(' ') || null
}

const formatsByRoute: Readonly<Record<string, SentFormat>> = {
  messages: 'messages',
  'count-tokens': 'messages',
  responses: 'responses',
  'input-tokens': 'responses',
}

function toFormatDraft(sent: Body, format: SentFormat): PlaygroundDraft {
  const { body, dropped } = fromSentBody(sent, format)
  const note = dropped.length === 0 ? null : `Left out, because a chat cannot show it: ${dropped.join(', ')}.`
  return { draft: { body, ...(format !== 'chat' && { apiFormats: [format] }) }, note }
}

const spellings: Readonly<Record<string, (sent: Body) => Body>> = {
  'web map': sent => (sent['model'] === 'map' ? toObject(sent['params']) : sent),
  'web-map': ({ params }) => toObject(params),
  'web search': toSearch,
  'web-search': toSearch,
  'map-v2': ({ sitemap, ...rest }) => ({
    ...rest,
    ...(sitemap === 'skip' && { ignoreSitemap: true }),
    ...(sitemap === 'only' && { sitemapOnly: true }),
  }),
  'rerank-v2': sent => ({ return_documents: false, ...sent }),
  'scrape-flat': params => ({ model: 'scrape', params }),
  'scrape-flat-v2': ({ formats, ...params }) => ({
    model: 'scrape',
    params: { ...params, ...(Array.isArray(formats) && { formats: formats.map(nameOf) }) },
  }),
  transcription: ({ file }) => ({ file }),
}

function toSearch({ params }: Body): Body {
  const { limit: _, ...rest } = toObject(params)
  return { model: 'sextant-ai-search', params: rest }
}

function nameOf(format: unknown): unknown {
  return isRecord(format) ? format['type'] : format
}

// The placeholder of data that was not logged.
const dataNote = /\[\d+ bytes not kept\]$/

/** Drops message parts whose data was not logged: the API would reject them. */
function withoutNotes(value: unknown, onDrop: () => void): unknown {
  if (Array.isArray(value)) {
    return value.flatMap(each => {
      if (!isRecord(each) || !holdsNote(each)) return [withoutNotes(each, onDrop)]
      onDrop()
      return []
    })
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutNotes(field, onDrop)]))
}

/** Checks a message part and one level below it, e.g. `image_url.url` or `input_audio.data`. */
function holdsNote(part: Readonly<Record<string, unknown>>): boolean {
  return Object.values(part).some(
    field => isNote(field) || (isRecord(field) && Object.values(field).some(isNote)),
  )
}

function isNote(value: unknown): boolean {
  return typeof value === 'string' && dataNote.test(value)
}
