import type { ContractInfo, JsonSchema } from '#lib/contracts/contract-info.ts'
import { contractFields } from './contract-fields.ts'
import type { Draft } from './draft.ts'
import type { Parcel, ParcelItem, ParcelLeftOver } from './parcel.ts'

/** What a playground makes of a parcel: a draft to look at, and what it could not take. */
export interface OpenedParcel {
  readonly draft: Draft
  readonly leftOver: readonly ParcelLeftOver[]
}

type Target = Pick<ContractInfo, 'id' | 'schema'>
type Filled = { readonly body: Draft['body']; readonly leftOver: readonly ParcelLeftOver[] }
type Fill = (parcel: Parcel, body: Draft['body'], target: Target) => Filled

const fillers: Readonly<Record<string, Fill>> = {
  chat: fillChat,
  embeddings: fillEmbeddings,
  rerank: fillRerank,
}

/**
 * The draft that a playground opens a parcel as; it keeps the model and the parameters that are set there.
 * @returns null when the playground takes none
 */
export function openParcel(parcel: Parcel, target: Target, draft: Draft): OpenedParcel | null {
  const filled = fillers[target.id]?.(parcel, draft.body, target)
  if (filled === undefined) return null
  const { body, leftOver } = filled
  return { draft: { contract: target.id, body, origin: parcel.origin }, leftOver }
}

function fillEmbeddings(
  { items }: Parcel,
  { input: _, ...parameters }: Draft['body'],
  target: Target,
): Filled {
  const { taken, leftOver } = choose(items, itemsMaxOf(target, 'input'))
  return { body: { ...parameters, input: taken.map(({ text }) => text) }, leftOver }
}

function fillRerank(parcel: Parcel, body: Draft['body'], target: Target): Filled {
  const { query: former, documents: _, ...parameters } = body
  const { taken, leftOver } = choose(parcel.items, itemsMaxOf(target, 'documents'))
  const query = parcel.query ?? former
  return {
    body: { ...parameters, ...(query !== undefined && { query }), documents: taken.map(({ text }) => text) },
    leftOver,
  }
}

const citing =
  'Answer from the numbered passages alone, and cite them as [n]. When they do not hold the answer, say so.'

function fillChat({ items, query }: Parcel, { messages: _, ...parameters }: Draft['body']): Filled {
  const { taken, leftOver } = choose(items, Infinity)
  const passages = taken.map((item, index) => `[${index + 1}] ${toPassage(item)}`).join('\n\n')
  const content = query === null ? passages : `${passages}\n\n${query}`
  const messages = [
    { role: 'system', content: citing },
    { role: 'user', content },
  ]
  return { body: { ...parameters, messages }, leftOver }
}

function toPassage({ title, url, text }: ParcelItem): string {
  const head = [title, url].filter(part => part !== undefined).join(' · ')
  return head === '' ? text : `${head}\n${text}`
}

/** What is worth taking, in order. */
function choose(items: readonly ParcelItem[], itemsMax: number) {
  const filled = items.filter(({ text }) => text.trim() !== '')
  const seen = new Set<string>()
  const distinct = filled.filter(({ text }) => !seen.has(text) && seen.add(text))
  const taken = distinct.slice(0, itemsMax)
  const leftOver: readonly ParcelLeftOver[] = [
    { reason: 'empty', count: items.length - filled.length },
    { reason: 'duplicate', count: filled.length - distinct.length },
    { reason: 'limit', count: distinct.length - taken.length },
  ]
  return { taken, leftOver: leftOver.filter(({ count }) => count > 0) }
}

/** How many texts the contract lets a list hold. */
function itemsMaxOf(target: Target, name: string): number {
  const control = contractFields(target).find(field => field.name === name)?.control
  if (control?.kind !== 'json') return Infinity
  const { anyOf, ...alone } = control.schema
  const branches: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [alone]
  const limits = branches.flatMap(branch =>
    isSchema(branch) && branch['type'] === 'array' && !isNumbers(branch['items'])
      ? Number(branch['maxItems'] ?? Infinity)
      : [],
  )
  return Math.min(...limits)
}

function isNumbers(items: unknown): boolean {
  return isSchema(items) && (items['type'] === 'integer' || items['type'] === 'number')
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
