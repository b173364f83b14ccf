import type { rerankContract, Rerank, RerankRequest } from '#lib/contracts/api/rerank.ts'
import type { RerankQuestion, RerankScore } from '#lib/providers/reranking/rerank-model.ts'
import { attemptOnce, type InputBound, type UnaryOptions } from '#lib/capabilities/attempts/attempt-once.ts'
import { chooseTargets } from '#lib/capabilities/attempts/choose-targets.ts'
import type { Handler } from '#lib/capabilities/handler.ts'
import {
  abandonedUsage,
  believedCount,
  inputUsage,
  templateTokensMax,
} from '#lib/capabilities/tokens/input-usage.ts'
import type { RerankTarget } from '#lib/providers/reranking/rerank-target.ts'
import { countTokens, countTokensAtMost, cutToTokens } from '#lib/capabilities/tokens/count-tokens.ts'
import { randomUUID } from 'node:crypto'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError } from '#lib/errors.ts'

export interface RerankOptions extends UnaryOptions {
  readonly models: RerankModels
  /** Value of `meta.api_version`; version 2 returns texts only on request. */
  readonly version: '1' | '2'
}

const maxTokensPerDocDefault = 4096

/** Ranks documents by relevance to a query with the first available target. */
export function createRerank(options: RerankOptions): Handler<typeof rerankContract> {
  const { models, version } = options
  const { reportedCosts } = options.policy
  return async (input, context) => {
    const texts = documentTexts(input)
    const targets = chooseTargets({ model: input.model }, context.caller, id => models.resolveReranker(id))
    const maxTokensPerDoc = input.max_tokens_per_doc ?? maxTokensPerDocDefault
    const topN = Math.min(input.top_n ?? input.top_k ?? texts.length, texts.length)
    const cut = async (): Promise<RerankQuestion> => {
      return { query: input.query, documents: await cutDocuments(texts, maxTokensPerDoc), maxTokensPerDoc }
    }
    // The same for every target.
    let question: Promise<RerankQuestion> | null = null
    const { target, prepared, answer, bound, attempt } = await attemptOnce(targets, context, options, {
      prepare: () => (question ??= cut()),
      guessTokens: guessRerankTokens,
      bound: boundRerank,
      boundClosely: boundRerankClosely,
      send: (prepared, target, attemptOptions) => target.model.rerank(prepared, attemptOptions),
      estimate: async (prepared, target) =>
        abandonedUsage(
          { tokens: await countRerankTokens(prepared), searchUnits: toSearchUnits(prepared.documents) },
          target,
          reportedCosts,
        ),
    })
    const tokens = await believedCount(answer.inputTokens, bound.tokens, () => countRerankTokens(prepared))
    const units = await believedCount(answer.searchUnits, bound.units?.searchUnit ?? 0, () =>
      toSearchUnits(texts),
    )
    const used = {
      tokens: tokens.count,
      searchUnits: units.count,
      reportedUsd: answer.costUsd,
      whole: true,
      mismatch: target.price?.has('searchUnit') === true ? units.isRefused : tokens.isRefused,
    }
    const { usage, charge } = inputUsage(used, target, reportedCosts)
    attempt.charged(usage, charge)
    context.usage.meter(usage, { estimated: tokens.isCounted, charge })
    return writeRerank({
      input,
      texts,
      scores: answer.scores,
      topN,
      model: target.publicId,
      usage,
      searchUnits: units.count,
      version,
      returnDocuments: input.return_documents ?? version === '1',
    })
  }
}

/** The part of the registry that rerank needs. */
interface RerankModels {
  /** @throws ApiError `model_not_found` with how to get the model */
  resolveReranker(publicId: string): RerankTarget
}

/** Documents truncated to this many tokens each. */
function cutDocuments(documents: readonly string[], tokensMax: number): Promise<string[]> {
  return Promise.all(
    documents.map(async document =>
      // Except for rare scripts, a token is three bytes or more: most documents need no tokenizer.
      Buffer.byteLength(document) / 3 <= tokensMax ? document : cutToTokens(document, tokensMax),
    ),
  )
}

/** A quick upper estimate: UTF-8 bytes ÷ 3. A reranker reads the query again with each document. */
function guessRerankTokens({ query, documents }: RerankQuestion): number {
  const bytes = documents.reduce((sum, document) => sum + Buffer.byteLength(document), 0)
  return Math.ceil((bytes + Buffer.byteLength(query) * documents.length) / 3)
}

/** More than any model counts: a tokenizer never makes more tokens than bytes. */
function boundRerank({ query, documents, maxTokensPerDoc }: RerankQuestion): InputBound {
  const sizes = documents.map(document => Buffer.byteLength(document))
  return boundParts(Buffer.byteLength(query), sizes, maxTokensPerDoc)
}

/** A closer bound, by tokenizer. */
async function boundRerankClosely({
  query,
  documents,
  maxTokensPerDoc,
}: RerankQuestion): Promise<InputBound> {
  const [ofQuery = 0, ...sizes] = await Promise.all(
    [query, ...documents].map(text => countTokensAtMost(text)),
  )
  return boundParts(ofQuery, sizes, maxTokensPerDoc)
}

// Cohere splits a document that has more than 500 tokens with the query, and counts each part as a document.
const partTokensMax = 480
// However long the query is.
const partTokensMin = 128

/** Servers read the query and their own instructions with each part of a document. */
function boundParts(queryTokens: number, sizes: readonly number[], maxTokensPerDoc: number): InputBound {
  const partTokens = Math.max(partTokensMin, partTokensMax - queryTokens)
  const partsOf = (tokens: number) => Math.max(1, Math.ceil(tokens / partTokens))
  const eachPart = queryTokens + templateTokensMax
  const tokens = sizes.reduce((sum, size) => sum + size + partsOf(size) * eachPart, 0)
  const parts = sizes.reduce((sum, size) => sum + partsOf(Math.min(size, maxTokensPerDoc)), 0)
  return { tokens, units: { searchUnit: Math.ceil(parts / documentsPerUnit) } }
}

/** By tokenizer: for billing where the upstream reported no usage. */
async function countRerankTokens({ query, documents }: RerankQuestion): Promise<number> {
  const [ofQuery, ofDocuments] = await Promise.all([countTokens(query), countTokens(documents.join('\n'))])
  return ofQuery * documents.length + ofDocuments
}

// Cohere's unit: one query with up to 100 documents.
const documentsPerUnit = 100

function toSearchUnits(documents: readonly string[]): number {
  return Math.ceil(documents.length / documentsPerUnit)
}

interface RerankFacts {
  readonly input: RerankRequest
  /** The full texts, before truncation. */
  readonly texts: readonly string[]
  readonly scores: readonly RerankScore[]
  readonly topN: number
  /** Public ID of the model that answered. */
  readonly model: string
  readonly usage: Usage
  readonly searchUnits: number
  /** `1` or `2`, by the path. */
  readonly version: string
  readonly returnDocuments: boolean
}

/** The response, best first and ties in request order, with the fields that each family of clients reads. */
function writeRerank(facts: RerankFacts): Rerank {
  const { input, texts, usage } = facts
  const results = facts.scores
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, facts.topN)
    .map(({ index, score }) => {
      const document = facts.returnDocuments ? input.documents[index] : undefined
      return {
        index,
        relevance_score: score,
        ...(document !== undefined && { document: repeatDocument(document, texts[index] ?? '') }),
      }
    })
  const { searchUnits: search_units } = facts
  const { prompt_tokens, total_tokens, cost, cost_details } = usage
  return {
    id: `rerank-${randomUUID()}`,
    object: 'list',
    model: facts.model,
    results,
    ...(typeof input.top_n !== 'number' && { data: toVoyageData(results, input) }),
    meta: {
      api_version: { version: facts.version },
      billed_units: { search_units },
      tokens: { input_tokens: prompt_tokens, output_tokens: 0 },
    },
    usage: { prompt_tokens, total_tokens, search_units, ...(cost !== undefined && { cost, cost_details }) },
  }
}

/** Voyage's clients read `data`, and get texts only on request: others pay for no second copy of them. */
function toVoyageData(results: Rerank['results'], { top_k, return_documents }: RerankRequest) {
  if (typeof top_k === 'number' || return_documents === true) return results
  return results.map(({ index, relevance_score }) => ({ index, relevance_score }))
}

type RerankDocument = RerankRequest['documents'][number]

/**
 * The text of each document: itself, or what `rank_fields` name (by default `text`), a line each.
 * @throws ApiError for an object without any of them
 */
function documentTexts({ documents, rank_fields }: RerankRequest): string[] {
  // Duplicate fields are read once: a text never grows beyond what was sent.
  const fields = [...new Set(rank_fields ?? ['text'])]
  return documents.map((document, at) => {
    if (typeof document === 'string') return document
    const text = fields.flatMap(field => printField(document, field)).join('\n')
    if (text !== '') return text
    if (rank_fields) throw noField(at, rank_fields)
    throw noText(at, document.text)
  })
}

/** A document as returned: always with a `text`, which clients read. */
function repeatDocument(document: RerankDocument, text: string): { text: string } {
  if (typeof document === 'string') return { text }
  return { ...document, text: document.text ?? text }
}

function printField(document: Readonly<Record<string, unknown>>, field: string): string[] {
  const value = Object.hasOwn(document, field) ? document[field] : null
  if (value === null || value === undefined || value === '') return []
  return [typeof value === 'string' ? value : JSON.stringify(value)]
}

function noField(at: number, fields: readonly string[]): ApiError {
  const message = `'documents.${at}' has none of the fields in rank_fields: ${fields.join(', ')}.`
  return new ApiError('invalid_value', message, { param: `documents.${at}` })
}

function noText(at: number, text: string | null | undefined): ApiError {
  const param = `documents.${at}.text`
  if (text === '') return new ApiError('invalid_value', `'${param}' must not be empty.`, { param })
  const message = `Missing required parameter: '${param}'. Set rank_fields to use other fields.`
  return new ApiError('missing_required_parameter', message, { param })
}
