import type { ServerKind } from '#lib/providers/registry/server-kind.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import { findOpenAiVectors } from './find-openai-vectors.ts'
import { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import { readCount } from '#lib/providers/transport/response-headers.ts'
import type { EmbedRequest, EmbeddingTask } from './embedding-model.ts'
import type { FoundVectors } from './found-vectors.ts'
import { readVector } from './read-vector.ts'

const plain = createOpenAiWire()
const textsOnly = createOpenAiWire({ takesTokens: false })

/** Our own models process: OpenAI's wire, and what a text is for. It batches by itself. */
const localEmbeddingWire: EmbeddingWire = createOpenAiWire({
  itemsMax: 2048,
  takesTokens: false,
  truncates: true,
  extend: ({ task, truncate, normalized }) => ({ truncate, normalized, ...(task !== null && { task }) }),
})

// The model card's own words; only this family was trained with them.
const queryPrompt = 'Represent this sentence for searching relevant passages: '

/**
 * Mixedbread.
 * @see https://www.mixedbread.com/api-reference/endpoints/embeddings
 */
const mixedbreadEmbeddingWire: EmbeddingWire = {
  path: '/embeddings',
  limits: { itemsMax: 128 },
  takesTokens: false,
  truncates: false,
  toBody: (request, modelId) => ({
    model: modelId,
    input: textsOf(request),
    encoding_format: request.encoding,
    normalized: request.normalized,
    ...(request.dimensions !== null && { dimensions: request.dimensions }),
    ...(request.task === 'retrieval.query' &&
      modelId.includes('mxbai-embed-large') && { prompt: queryPrompt }),
  }),
  findVectors: findOpenAiVectors,
}

/**
 * Hugging Face's text-embeddings-inference, by its own route: its OpenAI route can neither cut nor leave vectors as
 * they are. One server holds one model, so that the name is not sent. It takes 32 inputs unless it was started with
 * more, and says so when it is given too many.
 * @see https://huggingface.github.io/text-embeddings-inference
 */
const teiEmbeddingWire: EmbeddingWire = {
  path: '/embed',
  limits: { itemsMax: 256 },
  takesTokens: true,
  truncates: true,
  toBody: ({ inputs, truncate, normalized, dimensions }) => ({
    inputs: inputs.kind === 'texts' ? inputs.texts : inputs.tokens,
    truncate,
    normalize: normalized,
    ...(dimensions !== null && { dimensions }),
  }),
  findVectors(answer) {
    const walker = new JsonWalker(answer)
    const vectors = readVectorList(walker)
    walker.end()
    return { vectors, promptTokens: null, refused: false }
  },
  countTokens: headers => readCount(headers, 'x-compute-tokens'),
}

/**
 * Jina: our own names for most fields, because ours are Jina's.
 * @see https://jina.ai/embeddings
 */
const jinaEmbeddingWire: EmbeddingWire = {
  path: '/embeddings',
  limits: { itemsMax: 256 },
  takesTokens: false,
  truncates: true,
  toBody: (request, modelId) => ({
    ...request.extra,
    model: modelId,
    input: textsOf(request),
    embedding_type: request.encoding,
    normalized: request.normalized,
    truncate: request.truncate,
    // The second generation knows neither tasks nor other sizes, and refuses what it does not know.
    ...(!modelId.includes('-v2-') && newerFields(request)),
  }),
  findVectors: findOpenAiVectors,
}

const sizes = [256, 512, 1024, 2048] as const

const inputTypes: Partial<Record<EmbeddingTask, string>> = {
  'retrieval.query': 'query',
  'retrieval.passage': 'document',
}

/**
 * Voyage. Its large models take 120,000 tokens at once.
 * @see https://docs.voyageai.com/reference/embeddings-api
 */
const voyageEmbeddingWire: EmbeddingWire = {
  path: '/embeddings',
  limits: { itemsMax: 256, bytesMax: 360_000 },
  takesTokens: false,
  truncates: true,
  toBody: (request: EmbedRequest, modelId: string) => {
    const inputType = request.task === null ? undefined : inputTypes[request.task]
    return {
      model: modelId,
      input: textsOf(request),
      truncation: request.truncate,
      ...(inputType !== undefined && { input_type: inputType }),
      ...(request.dimensions !== null && { output_dimension: smallestSize(sizes, request.dimensions) }),
      // Numbers are what it writes without the field; it knows no word for them.
      ...(request.encoding === 'base64' && { encoding_format: 'base64' }),
    }
  },
  findVectors: findOpenAiVectors,
}

const cohereWireSizes = [256, 512, 1024, 1536] as const

const cohereWireInputTypes: Readonly<Record<EmbeddingTask, string>> = {
  'retrieval.query': 'search_query',
  'retrieval.passage': 'search_document',
  separation: 'clustering',
  classification: 'classification',
  // It has no word for likeness between equals; clustering treats all texts alike too.
  'text-matching': 'clustering',
}

/**
 * Cohere's own second version.
 * @see https://docs.cohere.com/reference/embed
 */
const cohereEmbeddingWire: EmbeddingWire = {
  path: '/embed',
  limits: { itemsMax: 96 },
  takesTokens: false,
  truncates: true,
  toBody: (request, modelId) => ({
    model: modelId,
    texts: textsOf(request),
    // Required, and documents are what is embedded most.
    input_type: request.task === null ? 'search_document' : cohereWireInputTypes[request.task],
    embedding_types: [request.encoding],
    truncate: request.truncate ? 'END' : 'NONE',
    // The third generation has one size and refuses the field.
    ...(request.dimensions !== null &&
      !modelId.includes('-v3') && { output_dimension: smallestSize(cohereWireSizes, request.dimensions) }),
  }),
  findVectors: findCohereVectors,
}

/**
 * Ollama, by its own route: the OpenAI-compatible one cuts what is too long for the model without a word. It writes
 * numbers only, and they are always normalised.
 * @see https://docs.ollama.com/api/embed
 */
const ollamaEmbeddingWire: EmbeddingWire = {
  path: '/api/embed',
  limits: { itemsMax: 256 },
  takesTokens: false,
  truncates: true,
  toBody: (request, modelId) => ({
    model: modelId,
    input: textsOf(request),
    truncate: request.truncate,
    ...(request.dimensions !== null && { dimensions: request.dimensions }),
  }),
  findVectors(answer) {
    const walker = new JsonWalker(answer)
    let vectors: FoundVectors['vectors'] = []
    let promptTokens: number | null = null
    walker.members(key => {
      if (key === 'embeddings') vectors = readVectorList(walker)
      else if (key === 'prompt_eval_count') promptTokens = walker.index()
      else walker.skip()
    })
    walker.end()
    return { vectors, promptTokens, refused: false }
  },
}

// Groq, DeepSeek and xAI are not here: they have no embeddings.
const wires: Partial<Readonly<Record<ServerKind, EmbeddingWire>>> = {
  openai: plain,
  gemini: createOpenAiWire({ itemsMax: 100, takesTokens: false }),
  mistral: createOpenAiWire({ dimensionsField: 'output_dimension', strip: ['user'], takesTokens: false }),
  cohere: cohereEmbeddingWire,
  together: textsOnly,
  openrouter: plain,
  jina: jinaEmbeddingWire,
  voyage: voyageEmbeddingWire,
  mixedbread: mixedbreadEmbeddingWire,
  ollama: ollamaEmbeddingWire,
  vllm: createOpenAiWire({
    truncates: true,
    // −1 is the whole window; without the field an input that is too long is refused.
    extend: ({ truncate }) => (truncate ? { truncate_prompt_tokens: -1 } : {}),
  }),
  'llama.cpp': plain,
  'lm-studio': textsOnly,
  tei: teiEmbeddingWire,
  local: localEmbeddingWire,
  other: plain,
}

/** How a kind of server is asked for vectors; null where it has none. */
export function embeddingWireOf(server: ServerKind): EmbeddingWire | null {
  return wires[server] ?? null
}

function newerFields({ task, dimensions, lateChunking }: EmbedRequest): Record<string, unknown> {
  return {
    ...(task !== null && { task }),
    ...(dimensions !== null && { dimensions }),
    ...(lateChunking && { late_chunking: true }),
  }
}

/**
 * The vectors of `{"embeddings": {"float" | "base64": […]}, "meta": {"billed_units": {"input_tokens"}}}`.
 * @throws UnreadableJson when the answer is not of this shape
 */
function findCohereVectors(answer: Buffer): FoundVectors {
  const walker = new JsonWalker(answer)
  let vectors: FoundVectors['vectors'] = []
  let promptTokens: number | null = null
  walker.members(key => {
    if (key === 'embeddings') vectors = readByType(walker)
    else if (key === 'meta' && walker.peek() === 0x7b) promptTokens = readTokens(walker)
    else walker.skip()
  })
  walker.end()
  return { vectors, promptTokens, refused: false }
}

function readByType(walker: JsonWalker): FoundVectors['vectors'] {
  let vectors: FoundVectors['vectors'] = []
  walker.members(type => {
    if ((type === 'float' || type === 'base64') && walker.peek() === 0x5b) vectors = readVectorList(walker)
    else walker.skip()
  })
  return vectors
}

function readTokens(walker: JsonWalker): number | null {
  let tokens: number | null = null
  walker.members(key => {
    if (key !== 'billed_units' || walker.peek() !== 0x7b) return walker.skip()
    walker.members(unit => {
      if (unit === 'input_tokens') tokens = walker.index()
      else walker.skip()
    })
  })
  return tokens
}

/**
 * The smallest size that holds `wanted` dimensions, of a model that offers only a few: what is too much is cut
 * afterwards, which is what a shorter vector of these models is. The largest where none is large enough.
 */
function smallestSize(sizes: readonly number[], wanted: number): number | undefined {
  return sizes.find(size => size >= wanted) ?? sizes.at(-1)
}

/** The texts of a request to a server that takes no token ids; such a request was refused before. */
function textsOf({ inputs }: EmbedRequest): readonly string[] {
  return inputs.kind === 'texts' ? inputs.texts : []
}

/** A bare array of vectors, whose places are their indexes. */
function readVectorList(walker: JsonWalker): FoundVectors['vectors'] {
  const found: { index: null; vector: ReturnType<typeof readVector> }[] = []
  walker.elements(() => void found.push({ index: null, vector: readVector(walker) }))
  return found
}

/** How a server departs from OpenAI's wire. Every field absent means: it does not. */
interface OpenAiWireOptions {
  /** Inputs of one request; OpenAI takes 2,048, but 256 vectors are 8 MB already, and 9 ms of everybody's time. */
  readonly itemsMax?: number
  /** Its own name of `dimensions`. */
  readonly dimensionsField?: string
  /** Request fields that it refuses, left out. */
  readonly strip?: readonly string[]
  readonly takesTokens?: boolean
  readonly truncates?: boolean
  /** Fields for what OpenAI's wire cannot say. */
  extend?(request: EmbedRequest): Record<string, unknown>
}

/** The wire that nearly every server speaks. */
function createOpenAiWire(options: OpenAiWireOptions = {}): EmbeddingWire {
  const { itemsMax = 256, dimensionsField = 'dimensions', takesTokens = true, truncates = false } = options
  return {
    path: '/embeddings',
    limits: { itemsMax },
    takesTokens,
    truncates,
    toBody: (request, modelId) => ({
      ...without(request.extra, options.strip),
      ...options.extend?.(request),
      model: modelId,
      input: toInput(request),
      encoding_format: request.encoding,
      ...(request.dimensions !== null && { [dimensionsField]: request.dimensions }),
    }),
    findVectors: findOpenAiVectors,
  }
}

function toInput({ inputs }: EmbedRequest): readonly unknown[] {
  return inputs.kind === 'texts' ? inputs.texts : inputs.tokens
}

function without(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  if (names.length === 0) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
