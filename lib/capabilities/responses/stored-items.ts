import { newId } from '#lib/capabilities/new-id.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { ownReasoningId, ownSignature } from '#lib/providers/transport/envelope/find-own-thinking.ts'
import { newReasoningId } from './own-reasoning.ts'

/** An item as it is stored: it has an id and a type, and no files. */
export interface StoredItem {
  readonly id: string
  readonly type: string
  readonly [member: string]: unknown
}

export function isStoredItem(value: unknown): value is StoredItem {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string'
}

/** The input of a request as items; null: it is neither a text nor a list of items. */
export function toInputItems(input: unknown): readonly StoredItem[] | null {
  if (typeof input === 'string') return [toStored({ role: 'user', content: input })]
  if (input === undefined || input === null) return []
  return toItems(input)
}

/** A list of items; null: it is none. */
export function toItems(list: unknown): readonly StoredItem[] | null {
  return Array.isArray(list) && list.every(isRecord) ? list.map(toStored) : null
}

type Item = Readonly<Record<string, unknown>>

function toStored(given: Item): StoredItem {
  const item = withoutOwnText(given)
  const type = typeof item['type'] === 'string' ? item['type'] : 'message'
  const id = typeof item['id'] === 'string' && item['id'] !== '' ? item['id'] : newItemId(type)
  const cleaned = withoutFiles(item)
  return { ...(isRecord(cleaned) && cleaned), ...(type === 'message' && contentOf(item, cleaned)), id, type }
}

/** The summary has the same text, and secrets in it can be recognized. */
function withoutOwnText(item: Item): Item {
  const { encrypted_content: carried, summary } = item
  const isOwn = typeof carried === 'string' && carried.startsWith(ownSignature)
  if (!isOwn) return item
  const { encrypted_content: _, ...rest } = item
  if (Array.isArray(summary) && summary.length > 0) return rest
  // Clients may send back nothing but the carried text.
  const text = Buffer.from(carried.slice(ownSignature.length), 'base64url').toString()
  const id = rest['id']
  const isOwnId = typeof id === 'string' && id.startsWith(ownReasoningId)
  return {
    ...rest,
    id: isOwnId ? id : newReasoningId(),
    summary: [{ type: 'summary_text', text }],
  }
}

/** A text as the part that clients read. */
function contentOf({ role }: Item, cleaned: unknown): Item {
  const content = isRecord(cleaned) ? cleaned['content'] : undefined
  if (typeof content !== 'string') return {}
  if (role === 'assistant') return { content: [{ type: 'output_text', text: content, annotations: [] }] }
  return { content: [{ type: 'input_text', text: content }] }
}

const idPrefixes: ReadonlyMap<string, string> = new Map([
  ['message', 'msg_'],
  ['reasoning', 'rs_'],
  ['function_call', 'fc_'],
  ['function_call_output', 'fco_'],
  ['custom_tool_call', 'ctc_'],
  ['custom_tool_call_output', 'ctco_'],
])

function newItemId(type: string): string {
  return newId(idPrefixes.get(type) ?? 'item_', 24)
}

const dataUrl = /^data:[^,]{0,200};base64,/i
// Members whose text may be a file without a scheme.
const fileMembers: ReadonlySet<string> = new Set(['file_data', 'data', 'result', 'b64_json'])
const base64 = /^[\w+/=-]+$/
// Shorter data is an icon or a hash, as in the request log.
const fileLengthMin = 2048

const fileNote = '[file not stored]'

/** As in the request log, the data of images and files is not stored: a note to the model stands for it. */
function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFiles)
  if (!isRecord(value)) return isFile('', value) ? fileNote : value
  const entries = Object.entries(value)
  const isFilePart = entries.some(([name, member]) => isFile(name, member))
  if (isFilePart && partTypes.has(String(value['type']))) return { type: 'input_text', text: noteOf(value) }
  return Object.fromEntries(
    entries.map(([name, member]) => [name, isFile(name, member) ? fileNote : withoutFiles(member)]),
  )
}

const partTypes: ReadonlySet<string> = new Set(['input_image', 'input_file', 'input_audio'])

function noteOf({ type, filename }: Item): string {
  if (type === 'input_image') return '[image not stored]'
  return typeof filename === 'string' ? `[file ${filename.slice(0, 200)} not stored]` : fileNote
}

function isFile(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (dataUrl.test(value.slice(0, 250))) return true
  return fileMembers.has(name) && value.length >= fileLengthMin && base64.test(value.slice(0, 250))
}

/**
 * An earlier item as part of the next request. Its provider stores nothing for us, so ids mean nothing to it.
 * @param isSameProvider whether the provider may be the one that wrote it
 * @returns null: reasoning that only another provider, or its own account, could read
 */
export function toHistoryItem(item: StoredItem, isSameProvider: boolean): Item | null {
  const { id, ...rest } = item
  if (item.type === 'reasoning') {
    const isReadable = typeof item['encrypted_content'] === 'string' && isSameProvider
    return isReadable || id.startsWith(ownReasoningId) ? item : null
  }
  return idPrefixes.has(item.type) ? rest : item
}

/**
 * Whether only its vendor can read an item: a use of a tool that it runs itself. Without a compaction, which only its vendor
 * can read too, the conversation would have lost its beginning, so that one is no such item.
 */
export function isVendorItem(type: string): boolean {
  return !idPrefixes.has(type) && !portableTypes.has(type)
}

// The text after a search has its results.
const portableTypes: ReadonlySet<string> = new Set(['web_search_call', 'compaction', 'item_reference'])

/**
 * Providers reject a note in place of a picture or a screenshot: its item is left out, with its call, and with the
 * reasoning right before them, which they reject without the item that it led to.
 */
export function withoutLostFiles<Each>(
  items: readonly Each[],
  toItem: (each: Each) => unknown,
): readonly Each[] {
  const lost = items.map(toItem).filter(lacksFile)
  if (lost.length === 0) return items
  const calls = new Set(lost.flatMap(item => callIdOf(item, 'computer_call_output') ?? []))
  let isNextOut = false
  const isOut = (item: unknown): boolean => {
    if (isNextOut && isRecord(item) && item['type'] === 'reasoning') return true
    return lacksFile(item) || calls.has(callIdOf(item, 'computer_call') ?? '')
  }
  const kept = items.toReversed().filter(each => {
    isNextOut = isOut(toItem(each))
    return !isNextOut
  })
  return kept.toReversed()
}

function lacksFile(item: unknown): boolean {
  if (!isRecord(item)) return false
  if (item['type'] === 'image_generation_call') return item['result'] === fileNote
  const { output } = item
  return item['type'] === 'computer_call_output' && isRecord(output) && output['image_url'] === fileNote
}

function callIdOf(item: unknown, type: string): string | null {
  if (!isRecord(item) || item['type'] !== type) return null
  return typeof item['call_id'] === 'string' ? item['call_id'] : null
}
